# Makes the files that every case of the tables finds; `$S` is the program, `$FAST` its options.
printf '{"t_ms": 0, "text": "The still point "}\n{"t_ms": 30, "text": "stays."}\n' >a.ndjson
printf '# Title\n\nText.\n' >text.md
printf '{"t_ms": 0, "event": "send", "id": "u", "text": "q"}\n{"t_ms": 0, "event": "stream_begin", "id": "b"}\n{"t_ms": 10, "event": "token", "id": "b", "text": "x y"}\n' >noend.ndjson
(cat noend.ndjson; printf '{"t_ms": 20, "event": "stall", "ms": 900}\n{"t_ms": 2000, "event": "stream_end", "id": "b", "reason": "complete"}\n') >stall.ndjson
printf 'name: one\nparts:\n  - events:\n      - {t_ms: 0, event: send, id: u, text: hi}\n' >one.yaml
cp one.yaml two.yaml
printf 'name: late\nparts:\n  - flings: {at_ms: 0, count: 1, every_ms: 20000000, velocities_pt_per_s: [900]}\n' >late.yaml
(echo 'a: &a [x, x, x, x, x, x, x, x, x]'
 for pair in ab bc cd de ef fg gh; do
   printf '%s: &%s [' "${pair#?}" "${pair#?}"
   for time in 1 2 3 4 5 6 7 8; do printf '*%s, ' "${pair%?}"; done
   printf '*%s]\n' "${pair%?}"
 done
 echo 'parts: *h') >bomb.yaml
(echo t_ms; for frame in $(seq 0 99); do echo "$((frame * 17))"; done) >times.csv
echo text >FILE
mkdir dir theirs foreign-page
echo picture >dir/photo.jpg
echo '{"name": "package of others"}' >theirs/run.json
echo '<p>mine</p>' >foreign-page/index.html
ln -s a.ndjson alias
ln -s dir link-dir
"$S" replay a.ndjson $FAST --output run
cp one.yaml run/my.yaml
