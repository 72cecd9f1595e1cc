// Preloaded into every service: when the launcher is killed and cannot stop its children, they stop themselves.
const GRACE_MILLISECONDS = 5000;

// A service's own children inherit the preload, yet their channel is the service's business.
if (process.channel && process.ppid === Number(process.env.LAUNCHER_PID)) {
  process.once("disconnect", () => {
    process.kill(process.pid, "SIGTERM");
    setTimeout(() => process.exit(1), GRACE_MILLISECONDS).unref();
  });
  // Listening alone must not keep a service alive that has finished.
  process.channel.unref();
}
