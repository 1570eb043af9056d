import StillpointLaboratory

Laboratory.main()
