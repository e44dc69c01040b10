import { afterEach, expect, it } from 'vitest'
import { testingEnv } from '@/lib/config/testing-env'
import { openDb } from '@/lib/db/engine/client'
import { testRuntime } from '@/lib/db/testing'
import { migratedPostgres, openedOn } from '@/lib/db/testing-postgres'
import { forgetOnce } from '@/lib/shared/once'
import { admitCaller } from './admit-caller'
import { createToken, renewToken, revokeToken } from './tokens'

afterEach(() => testingEnv())

it('two servers on one PostgreSQL database count a token’s calls together and revoke it for both', async () => {
  testingEnv({ MNEME_ACCESS_TOKEN: 'ann:token-of-ann-000' })
  const one = await openedOn(await migratedPostgres())
  const other = await openDb(one.url)
  const runtime = testRuntime()
  const person = { db: one.db, runtime, ownerId: 'ann' }
  const { key, token } = await createToken(person, { name: 'Both', life: 'month', may: ['read'] })
  const admit = (db: typeof other, with_ = key) =>
    admitCaller({ db, runtime }, new Headers({ authorization: `Bearer ${with_}` }), 'read').then(
      () => 'in',
      ({ code }: { code: string }) => code,
    )
  const calls = (count: number, with_ = key) =>
    Promise.all(Array.from({ length: count }, (_, i) => admit(i % 2 ? one.db : other, with_)))
  const answers = await calls(100)
  expect(answers.filter((answer) => answer === 'in')).toHaveLength(60)
  expect(new Set(answers)).toEqual(new Set(['in', 'limit_reached']))
  runtime.advance(60_000)
  expect(await calls(2)).toEqual(['in', 'in'])

  const renewed = await renewToken(person, { id: token.id, life: 'year' })
  expect(await calls(2)).toEqual(['unauthorised', 'unauthorised'])
  expect(await calls(2, renewed.key)).toEqual(['in', 'in'])
  await revokeToken(person, token.id)
  expect(await calls(2, renewed.key)).toEqual(['unauthorised', 'unauthorised'])
  forgetOnce('outside-calls')
  await other.$disconnect()
  await one.close()
})
