import { Writable } from 'node:stream';
import { type Logger, transports } from 'winston';
import { transcript } from './transcript.ts';

/** Turns a logger away from the console, and gives each line that it writes from now on. */
export function captureLines(logger: Logger, onLine: (line: string) => void): Logger {
  const stream = new Writable({
    write(line, _encoding, done) {
      transcript.logs.push(String(line));
      onLine(String(line));
      done();
    },
  });
  return logger.clear().add(new transports.Stream({ stream }));
}
