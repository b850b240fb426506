/**
 * Loaded before each server that is measured: tells the benchmark what processor time, of user and system, the whole
 * process has taken so far. Plain JavaScript, so that no server runs under a loader that it would not have in use.
 */
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send({ processorSeconds: (user + system) / 1e6 });
});
process.channel.unref();
