import { stripVTControlCharacters } from 'node:util';
import { expect } from 'chai';
import { stub } from 'sinon';
import { createSystemLogger, type LogLevel } from '../../../src/adapters/system/logger.ts';
import { SystemRandomness } from '../../../src/adapters/system/system-randomness.ts';
import { createKeyText } from '../../../src/domain/access/key-text.ts';
import { ServiceError } from '../../../src/domain/errors.ts';
import { Generator } from '../../../src/domain/password/generator.ts';
import { captureLines } from '../../support/captured-lines.ts';

const key = createKeyText(new Generator(new SystemRandomness()));

function logging({ level = 'debug' as LogLevel, readable = false } = {}) {
  const lines: string[] = [];
  const logger = captureLines(createSystemLogger({ level, readable }), (line) => lines.push(line));
  return { logger, lines };
}

describe('the system’s logger', () => {
  it('writes a JSON line with the time, the level, the message and the fields', () => {
    const { logger, lines } = logging();
    logger.info('listening', { url: 'http://127.0.0.1:1', tries: 2, on: true, none: null });
    const { timestamp, ...entry } = JSON.parse(lines[0] ?? '');
    expect(entry).to.deep.equal({
      level: 'info',
      message: 'listening',
      url: 'http://127.0.0.1:1',
      tries: 2,
      on: true,
      none: null,
    });
    expect(timestamp).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(lines).to.have.length(1);
    expect(lines[0]).to.match(/^[^\n]+\n$/);
  });

  it('writes a line that a person reads where one looks on', () => {
    const { logger, lines } = logging({ readable: true });
    logger.warn('away', { seconds: 3 });
    logger.warn('back');
    const forPeople = stripVTControlCharacters(lines.join('')).replace(/^\S+Z /gm, '');
    expect(forPeople).to.equal('warn: away {"seconds":3}\nwarn: back\n');
  });

  for (const onStandardError of [false, true]) {
    it(`writes every level to standard ${onStandardError ? 'error' : 'output'}`, () => {
      const logger = createSystemLogger({ level: 'debug', readable: false, onStandardError });
      const [output, error] = [stub(process.stdout, 'write'), stub(process.stderr, 'write')];
      try {
        for (const level of ['error', 'warn', 'info', 'http', 'debug'] as const) logger[level]('x');
      } finally {
        output.restore();
        error.restore();
      }
      const [used, unused] = onStandardError ? [error, output] : [output, error];
      const levels = used.args.map(([line]) => JSON.parse(String(line)).level);
      expect(levels).to.deep.equal(['error', 'warn', 'info', 'http', 'debug']);
      expect(unused.args).to.deep.equal([]);
    });
  }

  it('writes what the level asks for, and no more', () => {
    const levels = ['error', 'warn', 'info', 'http', 'debug'] as const;
    for (const [index, level] of levels.entries()) {
      const { logger, lines } = logging({ level });
      for (const each of levels) logger[each]('x');
      expect(
        lines.map((line) => JSON.parse(line).level),
        level,
      ).to.deep.equal(levels.slice(0, index + 1));
      expect(logger.isLevelEnabled('http'), level).to.equal(index >= 3);
    }
  });

  it('tells an error by its code, its stack and its cause, and by none of its other fields', () => {
    const { logger, lines } = logging();
    const cause = Object.assign(new Error('broken pipe'), { code: 'EPIPE', body: 'a caller’s body' });
    logger.error('failed', { error: new ServiceError('STORE_UNAVAILABLE', 'no answer', { cause }), requestId: 'r1' });
    logger.error('failed', { error: 'a mere text' });
    const [entry, second] = lines.map((line) => JSON.parse(line));
    expect(entry.requestId).to.equal('r1');
    expect(entry.error).to.have.all.keys('code', 'stack', 'cause');
    expect(entry.error.code).to.equal('STORE_UNAVAILABLE');
    expect(entry.error.stack).to.match(/^ServiceError: no answer\n +at /);
    expect(entry.error.cause).to.have.all.keys('code', 'stack');
    expect(entry.error.cause.code).to.equal('EPIPE');
    expect(second.error).to.equal('a mere text');
    expect(lines.join('')).not.to.include('caller’s body');
  });

  const ways: [string, (log: ReturnType<typeof logging>['logger']) => void][] = [
    ['in the message', (log) => log.error(`no such key ${key}!`)],
    ['in a field', (log) => log.warn('x', { header: `Bearer ${key}` })],
    ['deep in a field', (log) => log.info('x', { a: { b: { c: [`?key=${key}&d=1`] } } })],
    ['as the name of a field', (log) => log.info('x', { [key]: 1 })],
    ['in an error', (log) => log.error('x', { error: new Error(`at ${key}`) })],
    ['in an error’s cause', (log) => log.error('x', { error: new Error('y', { cause: new Error(key) }) })],
    ['in what is thrown and no error', (log) => log.error('x', { error: key })],
    ['cut off', (log) => log.http(`GET /${key.slice(0, 20)}`)],
    ['in capitals', (log) => log.debug(key.toUpperCase())],
  ];
  for (const [place, write] of ways) {
    for (const readable of [false, true]) {
      it(`masks a key ${place}, ${readable ? 'for people' : 'in JSON'}`, () => {
        const { logger, lines } = logging({ readable });
        write(logger);
        expect(lines).to.have.length(1);
        expect(lines[0]?.toLowerCase()).not.to.include(key.slice(4, 20).toLowerCase());
        expect(lines[0]).to.match(/pgs_\*\*\*/i);
      });
    }
  }
});
