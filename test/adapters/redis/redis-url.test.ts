import { expect } from 'chai';
import { isRedisUrl, parseRedisUrl, type RedisPlace } from '../../../src/adapters/redis/redis-url.ts';

const at = (host: string, port = 6379) => ({ host, port });
const plain: RedisPlace = {
  kind: 'single',
  nodes: [at('cache')],
  tls: false,
  username: undefined,
  password: undefined,
  sentinelPassword: undefined,
  db: 0,
  masterName: undefined,
};

describe('REDIS_URL', () => {
  const places: [string, Partial<RedisPlace>][] = [
    ['redis://cache', { kind: 'single', nodes: [at('cache')] }],
    ['redis://cache:7000', { nodes: [at('cache', 7000)] }],
    ['redis://cache:7000/', { nodes: [at('cache', 7000)] }],
    ['redis://127.0.0.1:7000/2', { nodes: [at('127.0.0.1', 7000)], db: 2 }],
    ['redis://[::1]:7000', { nodes: [at('::1', 7000)] }],
    ['rediss://cache', { tls: true }],
    ['redis://:hun%2Fter@cache', { password: 'hun/ter' }],
    ['redis://me:hun:ter@2@cache', { username: 'me', password: 'hun:ter@2' }],
    ['redis://one:1,two:2', { kind: 'cluster', nodes: [at('one', 1), at('two', 2)] }],
    [
      'redis://me:x@one:1,redis://me:x@two:2',
      { kind: 'cluster', nodes: [at('one', 1), at('two', 2)], username: 'me', password: 'x' },
    ],
    ['rediss://one,rediss://two:2', { kind: 'cluster', tls: true, nodes: [at('one'), at('two', 2)] }],
    ['redis+cluster://one', { kind: 'cluster', nodes: [at('one')] }],
    [
      'rediss+cluster://:x@one:1,two/0',
      { kind: 'cluster', tls: true, password: 'x', nodes: [at('one', 1), at('two')] },
    ],
    ['redis+sentinel://one/main', { kind: 'sentinel', nodes: [at('one', 26379)], masterName: 'main' }],
    [
      'redis+sentinel://:x@one:1,two/main/3',
      { kind: 'sentinel', nodes: [at('one', 1), at('two', 26379)], db: 3, password: 'x', masterName: 'main' },
    ],
    [
      'redis+sentinel://one/main?sentinelPassword=a%26b',
      { kind: 'sentinel', nodes: [at('one', 26379)], sentinelPassword: 'a&b', masterName: 'main' },
    ],
  ];
  for (const [url, expected] of places) {
    it(`leads somewhere: ${url}`, () => {
      expect(parseRedisUrl(url)).to.deep.equal({ ...plain, ...expected });
      expect(isRedisUrl(url)).to.equal(true);
    });
  }

  for (const url of [
    '',
    'cache:6379',
    'http://cache',
    'redis://',
    'redis://cache/x',
    'redis://cache/0?db=2',
    'redis://cache#hunter2',
    'redis://cache:99999',
    'redis://cache:port',
    'redis://one,,two',
    'redis://:%zz@cache',
    'redis+cluster://one/2',
    'redis+sentinel://one',
    'redis+sentinel://one/',
    'redis://cache?sentinelPassword=x',
    'redis://one,http://two',
  ]) {
    it(`leads nowhere: ${JSON.stringify(url)}`, () => {
      expect(isRedisUrl(url)).to.equal(false);
      expect(() => parseRedisUrl(url)).to.throw('REDIS_URL must be redis://HOST:PORT');
    });
  }
});
