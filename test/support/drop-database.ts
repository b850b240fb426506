import { MongoClient } from 'mongodb';

/** Removes the database that the URL names. */
export async function dropDatabase(url: string): Promise<void> {
  const client = new MongoClient(url);
  try {
    await client.db().dropDatabase();
  } finally {
    await client.close();
  }
}
