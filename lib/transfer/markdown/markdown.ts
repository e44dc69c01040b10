import type { Db } from '@/lib/db/engine/client'
import { exportedStrategies } from '@/lib/db/transfer/exported-strategies'
import { exportedConversation, exportedIds } from '@/lib/db/transfer/exports'
import { type ExportedFact, exportedFacts } from '@/lib/db/transfer/facts'
import { shownTopics } from '@/lib/memory/map/shown-topics'
import { groupBy } from '@/lib/shared/group-by'
import { PLAYBOOK_SECTIONS } from '@/lib/shared/learning/strategies'
import { factNorm } from '@/lib/shared/memory/facts'
import type { FileToPack } from '@/lib/transfer/archive/zip-writer'
import { conversationsOf } from '@/lib/transfer/export'
import { conversationText, frontMatter } from './conversation'
import { inline, label, linkTo, NoteNames } from './note-names'

const unless = (status: string) => (status === 'active' ? [] : ['not approved'])
const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/**
 * Everything of an owner, or one conversation, as notes for Obsidian: one for each conversation, topic and
 * subject of facts, and lists of facts and lessons, which link to each other. Nothing from the trash.
 * @throws MnemeError not_found for another owner's conversation.
 */
export async function* markdownNotes(
  db: Db,
  ownerId: string,
  now: Date,
  conversationId?: string,
): AsyncGenerator<FileToPack> {
  const names = new NoteNames()
  const conversations = new Map<string, { place: string; title: string }>()
  for (const { id, title, createdAt } of conversationId === undefined
    ? await exportedIds(db, ownerId)
    : [await exportedConversation(db, ownerId, conversationId)])
    conversations.set(id, { title, place: names.take('Conversations', `${dayOf(createdAt)} ${title}`) })
  const { topics, shares } = await shownTopics(db, ownerId)
  const noted = shares.filter((share) => share.topicId !== null && conversations.has(share.conversationId))
  const inTopic = groupBy(noted, ({ topicId }) => topicId)
  const inConversation = groupBy(noted, (share) => share.conversationId)
  const topicLinks = new Map<string | null, string>()
  const note = (place: string, title: string, lines: string[], words: string[] = []): FileToPack => ({
    ...{ path: `${place}.md`, at: now },
    text: `${frontMatter({ aliases: [title, ...words].map(label) })}\n# ${inline(title)}\n\n${lines.join('\n')}\n`,
  })
  for (const { id, name, words } of topics) {
    const lines = inTopic.get(id)?.map((share) => {
      const { place = '', title = '' } = conversations.get(share.conversationId) ?? {}
      return `- ${linkTo(place, title)} (${share.turns})`
    })
    if (!lines) continue
    const place = names.take('Topics', name)
    topicLinks.set(id, linkTo(place, name))
    yield note(place, name, lines, words)
  }

  /** Links to turns that were exported. */
  const turns = new Map<string, string>()
  const linksOf = (ids: string[]) => ids.flatMap((id) => turns.get(id) ?? [])
  for await (const row of conversationsOf(db, ownerId, conversationId)) {
    const { place, title } = conversations.get(row.id) ?? {}
    if (place === undefined || title === undefined) continue
    const links = inConversation.get(row.id)?.flatMap(({ topicId }) => topicLinks.get(topicId) ?? []) ?? []
    const { text, headings } = await conversationText(db, ownerId, row, links)
    for (const [turnId, where] of headings)
      turns.set(turnId, linkTo(`${place}#${where}`, `${title}, ${where}`))
    yield { path: `${place}.md`, at: row.updatedAt, text }
  }
  const facts: ExportedFact[] = []
  for await (const page of exportedFacts(db, ownerId, conversationId)) facts.push(...page)
  facts.sort((a, b) => a.validFrom.getTime() - b.validFrom.getTime())
  const bySubject = groupBy(facts, ({ subject }) => factNorm(subject))
  const subjects = new Map(
    [...bySubject].map(([key, [first]]) => [key, names.take('Entities', first?.subject ?? key)]),
  )
  const link = (text: string) => {
    const place = subjects.get(factNorm(text))
    return place ? linkTo(place, text) : inline(text)
  }
  const factLine = ({ predicate, object, validFrom, status, source }: ExportedFact) => {
    const from = [`since ${dayOf(validFrom)}`, ...unless(status), ...linksOf([source ?? ''])]
    return `${inline(predicate)}: ${link(object)} (${from.join(', ')})`
  }
  for (const [key, some] of bySubject) {
    const name = some[0]?.subject ?? key
    const lines = some.map((fact) => `- ${factLine(fact)}`)
    yield note(subjects.get(key) ?? '', name, lines)
  }
  const all = facts.map((fact) => `- ${link(fact.subject)} ${factLine(fact)}`)
  if (all.length) yield note('Facts', 'Facts', all)

  const lessons: string[] = []
  for await (const page of exportedStrategies(db, ownerId, conversationId))
    for (const { section, title, content, sources, status } of page) {
      if (status !== 'active' && status !== 'proposed') continue
      const from = [PLAYBOOK_SECTIONS[section], ...unless(status), ...linksOf(sources)]
      lessons.push(`- **${inline(title)}**: ${inline(content)} (${from.join(', ')})`)
    }
  if (lessons.length) yield note('Lessons', 'Lessons', lessons)
}
