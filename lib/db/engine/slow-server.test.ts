/** @module-tag full */
import { PrismaPg } from '@prisma/adapter-pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PrismaClient } from '@/lib/db/generated/postgresql/client'
import { emptyPostgres, type PostgresDatabase } from '@/lib/db/testing-postgres'
import { toFailure } from '@/lib/shared/errors'

describe('a database server that answers slowly', () => {
  let server: PostgresDatabase
  beforeAll(async () => {
    server = await emptyPostgres()
  })
  afterAll(() => server?.stop())

  it('is said in words when a transaction takes longer than it may', async () => {
    const adapter = new PrismaPg({ connectionString: server.url })
    const db = new PrismaClient({ adapter, transactionOptions: { timeout: 20, maxWait: 10_000 } })
    const slow = Array.from({ length: 3 }, () => db.$executeRaw`SELECT pg_sleep(0.1)`)
    const refused = await db.$transaction(slow).catch((error: unknown) => toFailure(error))
    expect(refused).toMatchObject({
      code: 'unavailable',
      message: 'The database took too long to respond, so nothing was written.',
    })
    await db.$disconnect()
  })
})
