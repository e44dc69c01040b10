import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { memoryRev } from '@/lib/db/engine/changes'
import { trashConversation, trashFacts, trashParts } from '@/lib/db/forget/trash'
import { trashedWhole } from '@/lib/db/forget/trashed'
import { replaceTopicsOps, saveAssignments, topicStateOps } from '@/lib/db/memory/topic-writes'
import { type TestDb, testDb } from '@/lib/db/testing'
import { seedFact } from '@/lib/db/testing-facts'
import { type Seeded, seedConversation, seedFork } from '@/lib/db/testing-seed'
import { seedStrategies } from '@/lib/db/testing-strategies'
import { callout, NoteNames } from './conversation'
import { checkNotes, exportedNotes } from './testing-notes'

const AT = new Date('2026-05-01T10:00:00.000Z')
let at: TestDb
beforeEach(async () => {
  at = await testDb()
})
afterEach(() => at.close())

const talk = (...lines: string[]) =>
  seedConversation(
    at,
    lines.map((line) => ({ userText: line, answer: `${line} Noted.` })),
  )
const title = ({ conversationId: id }: Seeded, title: string) =>
  at.db.conversation.update({ where: { id }, data: { title } })
/** One topic of the first turn of each. */
async function topic(word: string, ...talks: Seeded[]) {
  const rows = talks.map(({ turnIds: [turnId = ''], conversationId }) => ({
    ...{ turnId, conversationId, topicId: 'topic_1' },
  }))
  await saveAssignments(at.db, at.ownerId, rows, [])
  const rev = await memoryRev(at.db, at.ownerId)
  const terms = [{ term: word, word, turns: rows.map(({ turnId }) => turnId) }]
  await at.db.$transaction([
    ...replaceTopicsOps(at.db, at.ownerId, [
      { id: 'topic_1', hue: 0, title: '', titleKey: '', x: 0, y: 0, recalls: 0, recalledAt: null, terms },
    ]),
    ...topicStateOps(at.db, at.ownerId, {
      ...{ madeAt: AT, madeRev: rev, seenRev: rev, turns: 2, changed: 0, links: [], names: [] },
    }),
  ])
}
/** The notes, which have nothing that Obsidian would not find. */
async function read(conversationId?: string) {
  const { notes } = await exportedNotes(at, conversationId)
  expect(checkNotes(notes).problems).toEqual([])
  return notes
}

describe('an export as Markdown', () => {
  it('has a note for each conversation, topic and subject, and lists of facts and lessons, with links', async () => {
    const [boats, bread] = [await talk('I sail on Sundays.', 'My boat is red.'), await talk('Rye or wheat?')]
    await title(boats, 'Boats & sails')
    await title(bread, 'Boats & sails')
    await at.db.conversation.update({
      where: { id: bread.conversationId },
      data: { createdAt: new Date('2026-03-01T09:00:00.000Z') },
    })
    await topic('boats', boats)
    await seedFact(at, boats, 2, ['boat', 'is', 'red'])
    await seedFact(at, boats, 1, ['user', 'owns', 'Boat'])
    await seedStrategies(at, {
      title: 'Ask first',
      content: 'Ask which boat.',
      sources: [boats.turnIds[1] ?? ''],
    })
    const notes = await read()
    expect([...notes.keys()]).toEqual([
      'Topics/boats.md',
      'Conversations/2026-03-01 Boats & sails.md',
      'Conversations/2026-03-01 Boats & sails 2.md',
      'Entities/user.md',
      'Entities/boat.md',
      'Facts.md',
      'Lessons.md',
    ])
    const note = notes.get('Conversations/2026-03-01 Boats & sails.md') ?? ''
    expect(parse(note.split('---')[1] ?? '')).toMatchObject({
      ...{ id: boats.conversationId, aliases: ['Boats & sails'], source: 'Mneme', turns: 2 },
      topics: ['[[Topics/boats|boats]]'],
    })
    expect(note).toContain(
      '## Message 2\n\n2026-03-01 08:01 UTC\n\n> [!question] You\n>\n> My boat is red.\n\n> [!note] Mneme\n',
    )
    const source = '[[Conversations/2026-03-01 Boats & sails#Message 1|Boats & sails, Message 1]]'
    expect(notes.get('Entities/user.md')).toContain(
      `- owns: [[Entities/boat|Boat]] (since 2026-05-02, ${source})`,
    )
    expect(notes.get('Facts.md')).toContain('- [[Entities/boat|boat]] is: red (since 2026-05-03, [[')
    expect(notes.get('Topics/boats.md')).toContain(
      '- [[Conversations/2026-03-01 Boats & sails|Boats & sails]] (1)',
    )
    expect(notes.get('Lessons.md')).toContain(
      '- **Ask first**: Ask which boat. (Heuristics, [[Conversations/',
    )
    expect([...(await read(bread.conversationId)).keys()]).toEqual([
      'Conversations/2026-03-01 Boats & sails.md',
    ])
  })

  it('has a value that holds once, and what it replaced under Before, in each conversation alone too', async () => {
    const [then, now] = [await talk('I live in Graz.'), await talk('I live in York.', 'York is home.')]
    await seedFact(at, then, 1, ['user', 'lives in', 'Graz'], 1)
    for (const turn of [1, 2]) await seedFact(at, now, turn, ['user', 'lives in', 'York'], 2)
    const again = await seedFact(at, now, 2, ['user', 'lives in', 'York'], 3)
    const other = await seedFact(at, now, 2, ['user', 'lives in', 'Hull'], 4)
    await at.db.fact.updateMany({ where: { id: { in: [again, other] } }, data: { status: 'proposed' } })
    const bare = (note = '') =>
      note
        .replace(/, \[\[[^\]]*\]\]/g, '')
        .split('\n')
        .slice(-9, -1)
    const notes = await read()
    const york = 'lives in: York (since 2026-05-02)'
    const graz = 'lives in: Graz (since 2026-05-01, until 2026-05-02)'
    const hull = 'lives in: Hull (since 2026-05-04, not approved)'
    const link = '[[Entities/user|user]] '
    expect(bare(notes.get('Entities/user.md'))).toEqual([
      '# user',
      '',
      `- ${york}`,
      `- ${hull}`,
      '',
      '## Before',
      '',
      `- ${graz}`,
    ])
    expect(bare(notes.get('Facts.md')).slice(2)).toEqual([
      `- ${link}${york}`,
      `- ${link}${hull}`,
      '',
      '## Before',
      '',
      `- ${link}${graz}`,
    ])
    expect(notes.get('Facts.md')?.match(/Message 2\]\]/g)).toHaveLength(2)
    const alone = bare((await read(then.conversationId)).get('Facts.md'))
    expect(alone.slice(-3)).toEqual(['## Before', '', `- ${link}${graz}`])
  })

  it('dates facts and conversations by the days of the person', async () => {
    const boats = await talk('I live in Graz.')
    await title(boats, 'Graz')
    await seedFact(at, boats, 1, ['user', 'lives in', 'Graz'])
    await at.db.fact.updateMany({ data: { validFrom: new Date('2026-05-02T05:00:00.000Z') } })
    const createdAt = new Date('2026-03-02T05:00:00.000Z')
    await at.db.conversation.updateMany({ data: { createdAt } })
    await at.db.turn.updateMany({ data: { options: { timeZone: 'America/Los_Angeles' } } })
    const notes = await read()
    expect(notes.get('Facts.md')).toContain('(since 2026-05-01, [[')
    expect(notes.has('Conversations/2026-03-01 Graz.md')).toBe(true)
  })

  it('has other versions of a turn after the one that is shown', async () => {
    const first = await talk('One.', 'Two.')
    await seedFork(at, first, 1, [{ userText: 'Two again.', answer: 'Yes.' }])
    const [note = ''] = (await read()).values()
    expect(note.match(/^## .*|^> (?:One|Two).*/gm)?.filter((line) => !line.includes('Noted'))).toEqual([
      ...['## Message 1', '> One.', '## Message 2', '> Two again.', '## Message 2 version 2', '> Two.'],
    ])
  })

  it('has nothing of what is in the trash, and nothing of another owner', async () => {
    const [kept, gone, part] = [
      await talk('Kept.'),
      await talk('Secret one.'),
      await talk('Fine.', 'Secret two.'),
    ]
    await title(gone, 'Secret title')
    await topic('secret', gone)
    await seedFact(at, gone, 1, ['secret', 'is', 'secret'])
    await seedFact(at, part, 2, ['vault', 'code', 'secret'])
    await seedStrategies(at, {
      title: 'Secret',
      content: 'Secret.',
      sources: [],
      conversationId: gone.conversationId,
    })
    const secretFact = await seedFact(at, kept, 1, ['key', 'is', 'secret'])
    await trashConversation(at.db, at.ownerId, gone.conversationId, 'trash_1', AT)
    const trashed = trashedWhole(part.conversationId)
    await trashParts(
      at.db,
      at.ownerId,
      [{ trashId: 'trash_2', turnIds: part.turnIds.slice(1), trashed: { ...trashed, kind: 'turns' } }],
      AT,
      30_000,
    )
    await trashFacts(at.db, at.ownerId, 'trash_3', [secretFact], AT, 30_000)
    const notes = await read()
    expect(notes.size).toBe(2)
    expect(JSON.stringify([...notes])).not.toMatch(/secret/i)
    const other = { db: at.db, ownerId: 'other' }
    expect((await exportedNotes(other)).notes.size).toBe(0)
    await expect(exportedNotes(other, kept.conversationId)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('is safe whatever titles, facts and texts say', async () => {
    const hostile = [
      ...[
        '../../etc/passwd',
        'C:\\con',
        'con',
        'nul.txt',
        '',
        '.',
        '...',
        '😀',
        'a'.repeat(2_000),
        'A/B',
        'a/b',
      ],
      ...[
        'x]]|[[y',
        '---\nid: 1\n---',
        '"quotes": {',
        "it's #1 ^b %%c%%",
        '\u202eexe.md',
        '<script>',
        '{{x}}',
      ],
    ]
    const [first] = await Promise.all(
      hostile.map(async (one) => {
        const made = await talk(
          one,
          `[[x]] ![[y]] ![z](https://evil.example/?q) <img src=x> \`[[ -f a ]]\`\n\`\`\`\nif [[ a ]]`,
        )
        await title(made, one)
        return made
      }),
    )
    for (const one of hostile.filter(Boolean))
      if (first) await seedFact(at, first, 1, [one.slice(0, 80), one, one])
    await topic('x]]|[[y', ...(first ? [first] : []))
    const { notes } = await exportedNotes(at)
    expect(checkNotes(notes).problems).toEqual([])
    for (const path of notes.keys()) {
      expect(path).toMatch(
        /^(?:(?:Conversations|Topics|Entities)\/)?[^./\\:*?"<>|#^[\]\p{Cc}][^/\\:*?"<>|#^[\]\p{Cc}]*\.md$/u,
      )
      expect(path).not.toMatch(/(?:^|\/)(?:(?:con|nul)\.|\.\.?\/)/i)
    }
    expect(new Set([...notes.keys()].map((path) => path.toLowerCase())).size).toBe(notes.size)
    expect(notes.get('Conversations/2026-03-01 .. .. etc passwd.md')).toContain(
      '`[[ -f a ]]`\n> ```\n> if [[ a ]]',
    )
  })
})

it('a text never leaves its callout', () => {
  const signs = fc.constantFrom(
    '\n',
    '\r',
    '`',
    '```',
    '[[',
    ']]',
    '![',
    '](x)',
    '<b>',
    '>',
    '- ',
    '~~~',
    '\\',
    'a',
    ' ',
    '    ',
    '#',
  )
  fc.assert(
    fc.property(fc.array(signs, { maxLength: 30 }), (some) => {
      const note = `---\n{}\n---\n# T\n\n${callout('user', 'You', some.join(''))}\n`
      const { problems, links } = checkNotes(new Map([['a.md', note]]))
      expect([problems, links]).toEqual([[], 0])
    }),
    { numRuns: 500 },
  )
})

it('names stay apart where a file system does not tell upper from lower case', () => {
  const names = new NoteNames()
  expect(['A', 'a', 'A', 'a 2'].map((name) => names.take('Topics', name))).toEqual([
    ...['Topics/A', 'Topics/a 2', 'Topics/A 3', 'Topics/a 2 2'],
  ])
})
