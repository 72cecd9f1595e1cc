// Preloaded into every service: when the launcher is killed and cannot stop its children, they stop themselves.
const GRACE_MILLISECONDS = 5000;

if (process.channel) {
  process.once("disconnect", () => {
    process.kill(process.pid, "SIGTERM");
    setTimeout(() => process.exit(1), GRACE_MILLISECONDS).unref();
  });
  // Listening alone must not keep a service alive that has finished.
  process.channel.unref();
}
