// Preloaded into every service: if the launcher is killed and cannot stop its children, they stop themselves.
const GRACE_MILLISECONDS = 5000;

// Child processes of a service inherit the preload, but their channel belongs to the service.
if (process.channel && process.ppid === Number(process.env.LAUNCHER_PID)) {
  process.once("disconnect", () => {
    process.kill(process.pid, "SIGTERM");
    setTimeout(() => process.exit(1), GRACE_MILLISECONDS).unref();
  });
  // The listener alone must not keep a finished service alive.
  process.channel.unref();
}
