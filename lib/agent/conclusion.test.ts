import { describe, expect, it } from 'vitest'
import { CALLED_INSTEAD } from '@/lib/model/call/failure'
import { addFact } from '@/lib/services/facts'
import { conclusionOf } from './action'
import { harness, type Reply } from './testing'
import { PLAIN } from './testing-hands'

type Call = { name: string; args: unknown }

/** A turn whose model calls these tools, one reply after another, and tools again when it has to answer. */
async function concluded(...replies: Call[][]) {
  const before: Reply[] = [{ text: 'Noted: **red**, as you said.' }]
  let at = -1
  const h = await harness((request) => {
    if (before.length) return before.shift() ?? {}
    at++
    if (request.toolChoice === 'none')
      return { error: { code: 'provider_empty', message: CALLED_INSTEAD }, finish: 'error' }
    return { calls: replies[at] ?? [{ name: 'list_files', args: {} }] }
  })
  await h.say('boats', 'My boat is red. [link](http://evil.test) <b>`code`</b>', PLAIN)
  await addFact(
    { db: h.db, ownerId: h.ownerId, runtime: h.runtime },
    { subject: 'boat', predicate: 'name', object: 'Lotte' },
  )
  const turn = await h.say('c', 'Plan the trip with my boat.', PLAIN)
  await h.close()
  return { answer: turn.answer ?? '', status: turn.status, day: h.runtime.now().toISOString().slice(0, 10) }
}

/** What only prompts hold, and what Markdown would read. */
const MARKUP = /<|>|`|\[|\]|score=|when=|^\s*#|recalled\b.*:|\b[a-z]+_\d{6,}|\*/m

describe('a turn whose model never stops calling tools', () => {
  it('ends in words about what was done, found and not done, by every tool', async () => {
    const { answer, status, day } = await concluded(
      [
        { name: 'write_file', args: { path: 'plan.md', text: 'First, pack the boat.' } },
        { name: 'edit_file', args: { path: 'plan.md', find: 'First', replace: 'Then' } },
        { name: 'set_state', args: { key: 'status', value: 'planning' } },
        { name: 'write_file', args: { path: 'old.md', text: 'x' } },
        { name: 'delete_file', args: { path: 'old.md' } },
      ],
      [
        { name: 'read_file', args: { path: 'plan.md' } },
        { name: 'search_files', args: { text: 'boat' } },
        { name: 'get_state', args: {} },
        { name: 'read_file', args: { path: 'missing.md' } },
        { name: 'search_memories', args: { query: 'zeppelin' } },
        { name: 'lookup_facts', args: { subject: 'boat' } },
        { name: 'search_memories', args: { query: 'boat red' } },
      ],
    )
    expect(status).toBe('completed')
    expect(answer).not.toMatch(MARKUP)
    expect(answer.length).toBeLessThanOrEqual(1_200)
    const [, done = '', found = '', left = ''] = answer.split(/Done:|Found:|Not done:/)
    expect(done).toMatch(/- Edited plan\.md.*\n- Set status = planning\n- Deleted old\.md/)
    expect(done).not.toContain('Wrote plan.md')
    expect(found).toContain(`- ${day}, you: “My boat is red.`)
    expect(found).toContain(`boat: name = Lotte (${day})`)
    expect(left).toMatch(/missing\.md/)
    expect(left).toContain('Nothing was found about “zeppelin”.')
    expect(answer).toMatch(/Say “continue” to go on from here\.$/)
  })

  it('is short and plain whatever the results hold', () => {
    const result = `${'# <item id="turn_01j0000000000000000000"> ```js **x** '.repeat(500)}\n`
    const ran = Array.from({ length: 50 }, (_, i) => ({
      ...{ name: i % 2 ? 'write_file' : 'list_files', ok: i % 3 !== 0, result: `${i} ${result}`, ms: 1 },
      args: { path: `${i}.md` },
    }))
    const text = conclusionOf({ ran, passages: [], zone: 'UTC' })
    expect(text.length).toBeLessThanOrEqual(1_250)
    expect(text).not.toMatch(/<|>|`|\*/)
    expect(conclusionOf({ ran: [], passages: [], zone: 'UTC' })).toMatch(/wrote no answer[\s\S]*continue/)
  })
})
