"""A Slurm cluster of two nodes on this machine: own folder, own munge, loopback; gone when this ends.

    with Cluster() as cluster:
        job = cluster.submit("1-8", "stillpoint run ... --shard auto --output parts/$SLURM_ARRAY_TASK_ID")
        cluster.wait(job)

Debian's slurmctld, slurmd, slurm-client and munge; no service of the system is used or touched.
"""

import os
import pathlib
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time

TOOLS = ["munged", "slurmctld", "slurmd", "sbatch", "squeue", "scontrol", "sinfo"]
PATH = os.environ.get("PATH", "") + ":/usr/sbin:/sbin"


def missing():
    """The tools that are not installed."""
    return [tool for tool in TOOLS if not shutil.which(tool, path=PATH)]


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class Cluster:
    NODES = ["n1", "n2"]

    def __init__(self, timeout=10, slots=2):
        self.timeout = timeout
        self.slots = slots
        self.processes = {}

    def __enter__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="stillpoint-cluster-"))
        os.chmod(self.folder, 0o755)
        try:
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        if "slurmctld" in self.processes and self.processes["slurmctld"].poll() is None:
            self.call("scancel", "--state=PENDING", check=False)
            self.call("scancel", "--state=RUNNING", check=False)
            time.sleep(0.5)
        for name in list(self.processes):
            self.end(name)
        for leader in self.steps():
            self.kill_tree(leader)
        shutil.rmtree(self.folder, ignore_errors=True)

    def steps(self, node=None):
        """The processes that hold steps of this cluster, or of one of its nodes: the parents of what was submitted."""
        found = set()
        mark = f"STILLPOINT_CLUSTER={self.folder}".encode()
        for entry in pathlib.Path("/proc").iterdir():
            if not entry.name.isdigit():
                continue
            try:
                variables = (entry / "environ").read_bytes().split(b"\0")
                if mark not in variables or (node and f"SLURMD_NODENAME={node}".encode() not in variables):
                    continue
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
                if pathlib.Path(f"/proc/{parent}/comm").read_text().startswith("slurmstepd"):
                    found.add(parent)
            except OSError:
                continue
        return sorted(found)

    @staticmethod
    def children(leader):
        found = [leader]
        for one in found:
            try:
                text = pathlib.Path(f"/proc/{one}/task/{one}/children").read_text()
            except OSError:
                continue
            found += [int(word) for word in text.split()]
        return found

    def kill_tree(self, leader):
        for one in reversed(self.children(leader)):
            try:
                os.kill(one, signal.SIGKILL)
            except ProcessLookupError:
                pass

    def environment(self):
        kept = {name: value for name, value in os.environ.items() if not name.startswith("SLURM")}
        return kept | {"SLURM_CONF": str(self.folder / "slurm.conf"), "PATH": PATH, "STILLPOINT_CLUSTER": str(self.folder)}

    def launch(self, name, *words):
        log = open(self.folder / f"{name}.log", "ab")
        self.processes[name] = subprocess.Popen(
            words, stdout=log, stderr=log, stdin=subprocess.DEVNULL, env=self.environment(), start_new_session=True
        )

    def end(self, name, how=signal.SIGTERM):
        process = self.processes.pop(name, None)
        if process is None or process.poll() is not None:
            return
        process.send_signal(how)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def start(self):
        # A part that is started again waits until its old credential has expired: 120 s without cred_expire.
        user = pwd.getpwuid(os.getuid()).pw_name
        host = socket.gethostname().split(".")[0]
        ports = free_ports(1 + len(self.NODES))
        for name in ["state"] + [f"spool-{node}" for node in self.NODES]:
            (self.folder / name).mkdir()
        nodes = "\n".join(
            f"NodeName={node} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs={self.slots} RealMemory=100 State=UNKNOWN"
            for node, port in zip(self.NODES, ports[1:])
        )
        key = self.folder / "munge.key"
        key.write_bytes(os.urandom(128))
        key.chmod(0o400)
        (self.folder / "slurm.conf").write_text(
            f"""ClusterName=stillpoint
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={self.folder}/munge.socket,cred_expire=5
StateSaveLocation={self.folder}/state
SlurmdSpoolDir={self.folder}/spool-%n
SlurmctldPidFile={self.folder}/slurmctld.pid
SlurmdPidFile={self.folder}/slurmd-%n.pid
SlurmctldParameters=enable_configless
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SwitchType=switch/none
SelectType=select/cons_res
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=1,batch_sched_delay=0,bf_interval=5
ReturnToService=2
SlurmdTimeout={self.timeout}
SlurmctldTimeout=10
InactiveLimit=0
KillWait=2
MinJobAge=300
MaxJobCount=20000
MaxArraySize=10001
JobRequeue=1
RequeueExit=1,137
{nodes}
PartitionName=all Nodes={','.join(self.NODES)} Default=YES MaxTime=INFINITE State=UP
"""
        )
        self.launch(
            "munged", "munged", "--foreground", "--force", f"--key-file={key}", f"--socket={self.folder}/munge.socket",
            f"--pid-file={self.folder}/munge.pid", f"--log-file={self.folder}/munged.log", f"--seed-file={self.folder}/munge.seed",
        )
        self.until(lambda: (self.folder / "munge.socket").exists(), "munged does not start")
        self.start_controller()
        for node in self.NODES:
            self.start_node(node)
        self.until(lambda: self.idle() == len(self.NODES), "the nodes do not become idle", 60)

    def start_controller(self):
        self.launch("slurmctld", "slurmctld", "-D", "-f", str(self.folder / "slurm.conf"))
        self.until(lambda: self.call("scontrol", "ping", check=False).returncode == 0, "slurmctld does not answer", 30)

    def start_node(self, node):
        self.launch(f"slurmd-{node}", "slurmd", "-D", "-N", node, "-f", str(self.folder / "slurm.conf"))

    def idle(self):
        text = self.call("sinfo", "--noheader", "--Node", "--format=%N %T", check=False).stdout
        return sum(line.split()[1] in ("idle", "mixed", "allocated") for line in text.splitlines() if line.strip())

    def until(self, is_true, complaint, seconds=30):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if is_true():
                return
            time.sleep(0.2)
        logs = "".join(
            f"--- {log.name}\n" + log.read_text(errors="replace")[-2000:] for log in sorted(self.folder.glob("*.log"))
        )
        raise SystemExit(f"{complaint}\n{logs}")

    def call(self, *words, check=True, **options):
        return subprocess.run(words, capture_output=True, text=True, env=self.environment(), check=check, **options)

    def submit(self, array, line, *options):
        """Submits an array whose parts are run again when a node is lost; returns its number."""
        words = ["sbatch", "--parsable", "--requeue", "--ntasks=1", "--output", f"{self.folder}/job-%A-%a.out"]
        if array:
            words.append(f"--array={array}")
        found = self.call(*words, *options, "--wrap", line)
        return found.stdout.strip().split(";")[0]

    def running(self, job):
        text = self.call("squeue", "--noheader", "--array", f"--jobs={job}", "--format=%i %T", check=False).stdout
        return [line.split() for line in text.splitlines() if line.strip()]

    def mend(self):
        """What whoever runs a cluster does after its controller was lost: takes nodes back, and lets held jobs go."""
        if "drain" in self.call("sinfo", "--noheader", "--format=%T", check=False).stdout:
            self.call("scontrol", "update", f"NodeName={','.join(self.NODES)}", "State=RESUME", check=False)
        text = self.call("squeue", "--noheader", "--array", "--format=%i %r", check=False).stdout
        held = [line.split()[0] for line in text.splitlines() if "held" in line.lower()]
        if held:
            self.call("scontrol", "release", *held, check=False)

    def wait(self, job, seconds=600):
        """Waits until no part of a job is left."""

        def is_over():
            if not self.running(job):
                return True
            self.mend()
            return False

        self.until(is_over, f"job {job} does not end", seconds)

    def kill_node(self, node):
        """Ends a node and all its steps as a lost machine would: at once, and nobody is told."""
        process = self.processes.get(f"slurmd-{node}")
        leaders = self.steps(node)
        if process:
            process.kill()
            process.wait()
            self.processes.pop(f"slurmd-{node}")
        for leader in leaders:
            self.kill_tree(leader)
        return len(leaders)
