import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TestDb, testDb, testRuntime } from '@/lib/db/testing'
import { seedConversation } from '@/lib/db/testing-seed'
import { seedStrategies } from '@/lib/db/testing-strategies'
import { importBytes, importJson, importText } from '@/lib/transfer/testing-import'
import { addFact } from '../facts'
import { changeStrategies } from './playbook'
import { findStrategies } from './playbook-list'
import { sharedStrategies } from './shared-strategies'

let from: TestDb
let to: TestDb
beforeEach(async () => {
  ;[from, to] = [await testDb(), await testDb()]
})
afterEach(async () => {
  await Promise.all([from.close(), to.close()])
})
const who = ({ db, ownerId }: TestDb) => ({ db, ownerId, runtime: testRuntime() })
const RETRY = 'Retry a failed request at most three times.'
const file = (...strategies: unknown[]) => ({ format: 'mneme-strategies', version: 1, strategies })
const entry = (over: object = {}) => ({
  ...{ section: 'api', kind: 'principle', title: 'Retries', description: '', content: RETRY },
  ...{ tags: ['http'], domain: 'web', outcome: 'success', confidence: 0.7, ...over },
})

describe('a lesson file', () => {
  it('has what is in use in a domain, without provenance and personal data', async () => {
    const { turnIds } = await seedConversation(from, [{ userText: 'Call Ana.' }], 'talk')
    const [kept = ''] = await seedStrategies(
      from,
      {
        ...{
          title: 'Write to ana@example.com',
          content: RETRY,
          domain: 'web',
          tags: ['b'],
          query: 'Call Ana.',
        },
        ...{ sources: turnIds, helpful: 3, harmful: 1, pinned: true },
      },
      { domain: 'ops' },
      { domain: 'web', status: 'retired' },
      { domain: 'web', status: 'proposed' },
      { domain: 'web', conversationId: 'talk' },
    )
    const { file: shared } = await sharedStrategies(who(from), 'web')
    expect(shared).toEqual({
      ...{ format: 'mneme-strategies', version: 1, domain: 'web', exportedAt: expect.any(String) },
      strategies: [
        {
          ...{
            section: 'heu',
            kind: 'principle',
            title: 'Write to [e-mail]',
            description: '',
            content: RETRY,
          },
          // (3 + 4 * 0.75) / (3 + 1 + 4)
          ...{ tags: ['b'], domain: 'web', outcome: 'success', confidence: 0.75 },
        },
      ],
    })
    for (const own of ['talk', 'Ana.', kept, ...turnIds]) expect(JSON.stringify(shared)).not.toContain(own)
    expect((await sharedStrategies(who(from), null)).file.strategies).toHaveLength(2)
    await expect(sharedStrategies(who(from), 'wbe')).rejects.toMatchObject({
      ...{ code: 'not_found', hint: 'There are lessons from: ops, web.' },
    })
  })

  it('has personal data in no field, and says what was replaced and what may be a name', async () => {
    const caller = who(from)
    await addFact(caller, { subject: 'user', predicate: 'name', object: 'Ana Pereira' })
    await addFact(caller, { subject: 'user', predicate: 'sister', object: 'Kofi' })
    const personal = 'Pereira, born on 3 May 1990, is @ana_p on https://wiki.acme.com/team'
    await seedStrategies(from, {
      ...{
        title: `Ask ${personal}`,
        description: `For ${personal}`,
        content: `My boss Rui Costa: ${personal}`,
      },
      ...{ tags: ['kofi', '@ana_p', 'http'], domain: 'costa', query: '' },
    })
    const { file, notes } = await sharedStrategies(who(from), null)
    const text = '[name], born on [birth date], is [handle] on [internal address]'
    expect(file.strategies).toMatchObject([
      {
        ...{ title: `Ask ${text}`, description: `For ${text}`, content: `My boss [name]: ${text}` },
        ...{ tags: ['[name]', '[handle]', 'http'], domain: '[name]' },
      },
    ])
    expect(notes[0]?.replaced).toContain('kofi')
    expect((await sharedStrategies(who(from), 'costa')).file.domain).toBe('[name]')
  })

  it('waits for approval where it is imported, is added once, and comes out as it went in', async () => {
    await seedStrategies(from, { content: RETRY, domain: 'web' }, { domain: 'web', prior: 0.6 })
    const { file: shared } = await sharedStrategies(who(from), 'web')
    const first = await importJson(to, shared)
    expect(first).toMatchObject({ format: 'strategies', strategies: { added: 2, known: 0, leftOut: 0 } })
    const proposed = await findStrategies(who(to))
    expect(proposed.map(({ status, untrusted, by }) => [status, untrusted, by])).toEqual([
      ['proposed', true, 'import'],
      ['proposed', true, 'import'],
    ])
    await expect(sharedStrategies(who(to), 'web')).rejects.toMatchObject({ code: 'not_found' })
    await changeStrategies(who(to), { act: 'approve', ids: proposed.map(({ id }) => id) })
    expect(await importJson(to, shared)).toMatchObject({ strategies: { added: 0, known: 2, leftOut: 0 } })
    expect((await sharedStrategies(who(to), 'web')).file.strategies).toEqual(shared.strategies)
    expect(await to.db.conversation.count()).toBe(0)
  })

  it('leaves out secrets and broken entries, and adds one content once', async () => {
    const given = file(
      entry(),
      entry({ content: ` ${RETRY.toUpperCase()} ` }),
      entry({ content: 'The password is hunter2-Xy9!' }),
      entry({ title: 'password', content: 'hunter2-Xy9!' }),
      entry({ content: '' }),
      entry({ section: 'nope' }),
      entry({ confidence: 7 }),
      'text',
    )
    expect((await importJson(to, given)).strategies).toEqual({ added: 1, known: 1, leftOut: 6 })
    const [one] = await findStrategies(who(to))
    expect(one).toMatchObject({ content: RETRY, helpful: 0, pinned: false, sources: [] })
    await changeStrategies(who(to), { act: 'reject', ids: [one?.id ?? ''] })
    expect((await importJson(to, given)).strategies).toMatchObject({ added: 1 })
  })

  it('that is newer, damaged or another one is refused with what to do, and nothing is added', async () => {
    const error = async (value: unknown, only?: 'strategies') => {
      const report = await importJson(to, value, only ? { only } : {})
      return [report.error?.message, report.error?.hint]
    }
    expect(await error({ ...file(entry()), version: 2 })).toEqual([
      'This lesson file is from a newer version of Mneme (version 2 of the format). Nothing was added.',
      'Update Mneme and import it again.',
    ])
    for (const broken of [{ version: '1' }, { strategies: undefined }, { strategies: {} }])
      expect((await error({ ...file(entry()), ...broken }))[0]).toMatch(/^This lesson file is damaged/)
    const messages = [{ id: 'a', messages: [{ role: 'user', content: 'Hello.' }] }]
    const own = { mneme: { format: 2 }, conversations: [], strategies: [] }
    for (const other of [messages, own, {}, [], { format: 'other', strategies: [entry()] }, 7])
      expect((await error(other, 'strategies'))[0]).toBe('This is not a lesson file. Nothing was added.')
    expect((await importText(to, '{"format":"mneme-str', { only: 'strategies' })).error?.message).toContain(
      'cut off',
    )
    expect((await importBytes(to, Buffer.from([0, 1, 2]), { only: 'strategies' })).error).toBeDefined()
    expect([await to.db.conversation.count(), await to.db.strategy.count()]).toEqual([0, 0])
  })
})
