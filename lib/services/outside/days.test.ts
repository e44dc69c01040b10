import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { PLAIN } from '@/lib/agent/testing-hands'
import { zoneFor } from '@/lib/db/turns/turns'
import { call, connected } from '@/lib/mcp/testing-mcp'
import { type OutsideHarness, outsideHarness } from '@/lib/mcp/testing-session'
import { DAY_MS } from '@/lib/shared/day'
import { addFact } from '../facts'
import { changesInWords } from './context'
import { momentOf, recallFor } from './recall'

const zone = 'America/New_York'
let h: OutsideHarness
let day: string
beforeAll(async () => {
  h = await outsideHarness()
  day = new Date(h.runtime.now().getTime() - 10 * DAY_MS).toISOString().slice(0, 10)
  await h.say('chat', 'I live in Graz.', { ...PLAIN, timeZone: zone })
  await h.jobs.tick()
  await addFact(h.caller, { subject: 'user', predicate: 'works as', object: 'baker', from: day })
  await addFact(h.caller, { subject: 'user', predicate: 'lives in', object: 'Leeds', from: day })
})
afterAll(() => h.close())

describe('a day, for another program of a person west of Greenwich', () => {
  it('is the one that was said, where a recalled message has a later value', async () => {
    const args = { query: 'Where do I live?', limit: 5, max_tokens: 500, detail: 'full' } as const
    const { result } = await recallFor(h.whoOf(), args)
    expect(result.text).toContain(`Leeds (since ${day})`)
  })

  it('begins a list of changes', async () => {
    const changed = await changesInWords(h.whoOf(), day)
    expect(changed).toContain('baker')
    expect(changed).toContain(`since=${day}`)
  })

  it('is still theirs after the program has asked something', async () => {
    const { client } = await connected(`${h.url}?tools=all`, { era: 'modern' })
    await call(client, 'ask', { question: 'Where do I live?' })
    expect(await zoneFor(h.whoOf())).toBe(zone)
  })

  it('is still theirs after messages of which no zone is known', async () => {
    await h.say('chat', 'And I like rain.', PLAIN)
    expect(await zoneFor(h.whoOf())).toBe(zone)
  })

  it('is still theirs after a message from a container, which says UTC', async () => {
    await h.say('chat', 'And I like snow.', { ...PLAIN, timeZone: 'UTC' })
    expect(await zoneFor(h.whoOf())).toBe(zone)
  })

  it('is the one that the program says, else the server’s if the person never said one', async () => {
    expect(await zoneFor({ ...h.whoOf(), zone: 'Asia/Tokyo' })).toBe('Asia/Tokyo')
    expect(await zoneFor({ ...h.whoOf(), zone: 'UTC' })).toBe(zone)
    expect(await zoneFor({ ...h.whoOf('somebody-new'), zone: 'UTC' })).toBe('UTC')
    const here = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
    here.mockReturnValue({ timeZone: 'Europe/Vienna' } as Intl.ResolvedDateTimeFormatOptions)
    expect(await zoneFor(h.whoOf('somebody-new'))).toBe('Europe/Vienna')
    here.mockRestore()
  })

  it('and a time without a zone are theirs, not the server’s', () => {
    const at = (text: string) => momentOf(text, { now: h.runtime.now, zone }).toISOString()
    expect([at('2026-03-01T10:00:00'), at('2026-03-01T10:00:00Z'), at('2026-03-01')]).toEqual([
      '2026-03-01T15:00:00.000Z',
      '2026-03-01T10:00:00.000Z',
      '2026-03-01T05:00:00.000Z',
    ])
  })
})
