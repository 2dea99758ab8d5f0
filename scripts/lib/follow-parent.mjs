// Preloaded into the processes of the start script: ends them when it is gone, for any reason.
if (process.channel) {
  process.channel.unref();
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
}
