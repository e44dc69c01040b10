import { describe, expect, it } from 'vitest'
import { trashConversation } from '@/lib/db/forget/trash'
import { recordedUsage } from '@/lib/db/ledger/usage'
import { testDb } from '@/lib/db/testing'
import { seedUsage, upkeepCall } from '@/lib/db/testing-usage'
import { MnemeError } from '@/lib/shared/errors'
import { totalsOf, withMemory } from '@/lib/shared/usage/usage-maths'
import { csvLine, usageCsv } from './usage-csv'

const call = (phase: string, cost: number | null) => ({
  ...{ phase, model: 'model-a', attempt: 1, sections: { role: 10, window: 40, task: 3 }, reported: null },
  ...{ estOutput: 4, cost },
})
const turn = (cost: number | null) => ({
  ...{
    context: 100,
    user: 20,
    answer: 30,
    tools: 5,
    recalled: 7,
    calls: [call('act', cost), call('title', cost)],
  },
})
const DRAWN = {
  imported: 1,
  trunk: [turn(5), turn(12), turn(null)],
  forks: [{ at: 2, turns: [turn(7)] }],
  active: 1,
}

describe('the CSV file of the usage page', () => {
  it('has a line per turn, other branches included, that add up to the page', async () => {
    const { db, close } = await testDb()
    await db.user.create({ data: { id: 'ann', createdAt: new Date(0) } })
    const ids = [await seedUsage(db, 'ann', DRAWN), await seedUsage(db, 'ann', DRAWN)]
    await db.conversation.update({ where: { id: ids[0] ?? '' }, data: { title: '=HYPERLINK("x"), a' } })
    const at = new Date('2026-03-02T08:00:00.000Z')
    await db.upkeepCall.create({ data: upkeepCall('ann', { model: 'model-a', costMicros: 9, at }) })
    const read = async (id: string | null, period: { since: Date; until: Date } | null = null) => {
      const query = { conversationIds: [id], period, zone: 'Asia/Tokyo' }
      let text = ''
      for await (const part of usageCsv(db, 'ann', query, (section) => section)) text += part
      return text.split('\r\n').slice(0, -1)
    }
    for (const id of [ids[1] ?? null, null]) {
      const [head = '', ...lines] = await read(id)
      const names = head.replace('\uFEFF', '').split(',')
      const column = (name: string) =>
        lines.reduce((sum, line) => sum + Number(line.split(',')[names.indexOf(name)] ?? 0), 0)
      const { models, sections } = await recordedUsage(db, 'ann', { conversationId: id })
      const totals = totalsOf(models)
      if (id) expect(lines).toHaveLength(3)
      if (id)
        expect({
          calls: column('Calls'),
          plain: column('Plain chat'),
          full: column('Full contexts'),
          taken: column('With memory'),
          cost: Math.round(column('Cost (USD)') * 1e6),
          unpriced: column('Calls without a known price'),
          window: column('Prompt: window'),
          prompts: names.reduce((sum, name) => sum + (name.startsWith('Prompt: ') ? column(name) : 0), 0),
          own: column('Prompt: upkeep'),
        }).toEqual({
          calls: totals.calls,
          plain: totals.plainChat,
          full: totals.fullContexts,
          taken: withMemory(totals),
          cost: totals.costMicros,
          unpriced: totals.unpricedCalls,
          window: sections.window,
          prompts: totals.estInputTokens,
          own: totals.estInputTokens - totals.prompts,
        })
      else expect(lines).toHaveLength(7)
    }
    const everything = await read(null)
    expect(everything.some((line) => line.includes(`,"'=HYPERLINK(""x""), a",`))).toBe(true)
    expect(everything[1]).toMatch(/^2026-03-01 17:01:00,/)
    expect(everything.at(-1)).toMatch(
      /^2026-03-02 17:00:00,Memory upkeep outside conversations,,,1,900,0,90,/,
    )
    expect(await read(null, { since: at, until: new Date(at.getTime() + 1) })).toHaveLength(2)
    await trashConversation(db, 'ann', ids[0] ?? '', 'trash_1', at, 60_000, [])
    expect((await read(null)).join('\n')).not.toContain('HYPERLINK')
    await expect(
      usageCsv(db, 'bob', { conversationIds: ids, period: null, zone: 'UTC' }, String).next(),
    ).rejects.toThrow(MnemeError)
    await close()
  })

  it('leaves no text that a spreadsheet would run', () => {
    expect(csvLine(['=1+1', '+1', '-1', '@a', '\t=1', 'a=1', 'a"b', 5, -5])).toBe(
      `'=1+1,'+1,'-1,'@a,'\t=1,a=1,"a""b",5,-5\r\n`,
    )
  })
})
