import { expect } from 'chai';
import { Redis } from 'ioredis';
import { BSON, MongoClient } from 'mongodb';
import { mongoCommandReader } from './mongo-commands.ts';
import { ownMongo } from './mongo-server.ts';
import { redisCommandReader } from './redis-commands.ts';
import { ownRedis } from './redis-server.ts';
import { onServer } from './required-stores.ts';
import { startProxy } from './tcp-proxy.ts';
import { countMongoCommands, countRedisCommands } from './wire-counts.ts';

const int32 = (...values: number[]) => Buffer.concat(values.map((value) => Buffer.from(Int32Array.of(value).buffer)));
const message = (code: number, body: Buffer) => Buffer.concat([int32(body.length + 16, 1, 0, code), body]);
const command = (document: object) => Buffer.concat([Buffer.of(0), BSON.serialize(document)]);
const sequence = (name: string, document: object) => {
  const content = Buffer.concat([Buffer.from(`${name}\0`), BSON.serialize(document)]);
  return Buffer.concat([Buffer.of(1), int32(content.length + 4), content]);
};

const redisBytes = Buffer.from('*2\r\n$3\r\nget\r\n$4\r\n*1\r\n\r\nPING now\r\n*1\r\n$6\r\nDBSIZE\r\n');
const mongoBytes = Buffer.concat([
  message(2004, Buffer.concat([int32(0), Buffer.from('admin.$cmd\0'), int32(0, -1), BSON.serialize({ ismaster: 1 })])),
  message(2013, Buffer.concat([int32(0), command({ find: 'keys', filter: { insert: 1 } })])),
  message(2013, Buffer.concat([int32(0), sequence('documents', { update: 1 }), command({ insert: 'keys' })])),
  message(2012, Buffer.alloc(20)),
]);

describe('the commands on the wire', () => {
  const cases = [
    { what: 'Redis', bytes: redisBytes, create: redisCommandReader, names: ['GET', 'PING', 'DBSIZE'] },
    {
      what: 'MongoDB',
      bytes: mongoBytes,
      create: mongoCommandReader,
      names: ['ismaster', 'find', 'insert', 'compressed'],
    },
  ];
  for (const { what, bytes, create, names } of cases) {
    it(`of ${what} are read by name, wherever the chunks end`, () => {
      expect(create()(bytes)).to.deep.equal(names);
      const readByBytes = create();
      expect([...bytes].flatMap((byte) => readByBytes(Buffer.of(byte)))).to.deep.equal(names);
      for (let cut = 0; cut <= bytes.length; cut += 1) {
        const read = create();
        expect([...read(bytes.subarray(0, cut)), ...read(bytes.subarray(cut))], `cut at ${cut}`).to.deep.equal(names);
      }
    });
  }

  describe('to Redis', () => {
    const redis = onServer({ what: 'Redis', get: ownRedis });

    it('are counted over all connections', async () => {
      const proxy = await startProxy(redis());
      const counts = countRedisCommands(proxy);
      const clients = [new Redis(proxy.port), new Redis(proxy.port)];
      try {
        await Promise.all(clients.map((client) => client.ping()));
        counts.clear();
        const reads = clients.flatMap((client) => Array.from({ length: 20 }, () => client.get('x'.repeat(10_000))));
        await Promise.all([...reads, ...clients.map((client) => client.echo('*1\r\n$4\r\nPING\r\n'))]);
        expect(counts.byName()).to.deep.equal({ GET: 40, ECHO: 2 });
        expect(counts.total()).to.equal(42);
        expect(counts.total({ except: ['ECHO'] })).to.equal(40);
      } finally {
        for (const client of clients) client.disconnect();
        await proxy.stop();
      }
    });
  });

  describe('to MongoDB', () => {
    const mongo = onServer({ what: 'MongoDB', get: ownMongo });

    it('are counted over all connections', async () => {
      const proxy = await startProxy(mongo());
      const counts = countMongoCommands(proxy);
      const client = new MongoClient(`mongodb://127.0.0.1:${proxy.port}`);
      try {
        const collection = client.db('counts').collection('things');
        await collection.insertMany(Array.from({ length: 3 }, (_, n) => ({ n, text: 'x'.repeat(10_000) })));
        await Promise.all(Array.from({ length: 20 }, (_, n) => collection.findOne({ n })));
        expect(counts.of('insert')).to.equal(1);
        expect(counts.of('find')).to.equal(20);
        expect(counts.total({ except: ['hello', 'ismaster', 'isMaster', 'endSessions'] })).to.equal(21);
      } finally {
        await client.close();
        await proxy.stop();
      }
    });
  });
});
