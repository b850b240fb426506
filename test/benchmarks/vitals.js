import { monitorEventLoopDelay } from 'node:perf_hooks';

/**
 * Loaded before each server that is measured: tells the benchmark what processor time, of user and system, the whole
 * process has taken so far, its memory, and how long its event loop stood still at most since it was last asked. Plain
 * JavaScript, so that no server runs under a loader that it would not have in use.
 */
const RESOLUTION_MS = 10;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  const longestPauseMs = Math.max(0, delay.max / 1e6 - RESOLUTION_MS);
  process.send({ processorSeconds: (user + system) / 1e6, memoryBytes: process.memoryUsage.rss(), longestPauseMs });
  delay.reset();
});
process.channel.unref();
