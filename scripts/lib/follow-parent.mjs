// Preloaded into the processes that the start script starts: when that one is gone, however it ended, they end too.
if (process.channel) {
  process.channel.unref();
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
}
