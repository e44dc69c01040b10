import { wordList } from '@/components/ui/words/word-list'
import type { ChangedField, PlaybookChange } from '@/lib/shared/learning/playbook'
import { type DeltaAuthor, PLAYBOOK_SECTIONS, type PlaybookSection } from '@/lib/shared/learning/strategies'
import { KIND_WORDS, STATUS_WORDS } from '../strategy/strategy-words'

export const AUTHOR_WORDS: Record<DeltaAuthor, string> = {
  person: 'You',
  model: 'The model',
  heuristic: 'The built-in rules',
  consolidation: 'A consolidation',
  import: 'An import',
}
const FIELD_WORDS: Record<string, string> = {
  section: 'Section',
  kind: 'Kind',
  title: 'Title',
  description: 'When to use it',
  content: 'Content',
  tags: 'Tags',
  domain: 'Domain',
  status: 'Status',
  pinned: 'Pinned',
  conversationId: 'For',
  sources: 'Source messages',
  links: 'Links',
}
export const fieldName = (field: string) => FIELD_WORDS[field] ?? field
/** A value of a field on screen. */
export function valueWords(field: string, value: string): string {
  if (field === 'section') return PLAYBOOK_SECTIONS[value as PlaybookSection] ?? value
  if (field === 'kind') return KIND_WORDS[value as keyof typeof KIND_WORDS] ?? value
  if (field === 'status') return STATUS_WORDS[value as keyof typeof STATUS_WORDS] ?? value
  if (field === 'conversationId') return value ? `“${value}”` : 'all conversations'
  return value || 'nothing'
}

/** A single field that a verb says better than its values. */
function verbOf(fields: readonly ChangedField[]): string | null {
  const of = new Map(fields.map((one) => [one.field, one]))
  const status = of.get('status')
  const others = [...of.keys()].filter((field) => field !== 'status')
  if (status && others.every((field) => field === 'pinned')) {
    if (status.after === 'retired') return 'retired'
    if (status.after === 'quarantined') return 'quarantined'
    if (status.after === 'active') return status.before === 'proposed' ? 'approved' : 'restored'
    return 'sent back for approval'
  }
  if (fields.length !== 1) return null
  if (fields[0]?.field === 'pinned') return fields[0].after === 'yes' ? 'pinned' : 'unpinned'
  if (fields[0]?.field === 'conversationId') return 'moved'
  return null
}

/** What was done, before the lesson's name and after it: "You moved", "to “Trip”". */
export function changeWords({ op, by, fields, tag, merged, undoes }: PlaybookChange): [string, string] {
  const who = AUTHOR_WORDS[by]
  const again = undoes === null ? '' : ' again'
  if (op === 'FORGET') return ['A lesson was forgotten with the messages it came from.', '']
  if (op === 'ADD') return [undoes === null ? `${who} added` : `${who} brought back`, '']
  if (op === 'REMOVE') return [`${who} removed`, '']
  if (op === 'TAG') return tag ? [`${who} rated`, `as ${tag}${again}`] : [`${who} removed the rating of`, '']
  if (op === 'MERGE') return [`${who} merged`, `with another lesson${again}`]
  if (merged) return [`${who} undid a merge of`, '']
  const verb = verbOf(fields)
  if (verb === 'moved') return [`${who} moved`, `to ${valueWords('conversationId', fields[0]?.after ?? '')}`]
  if (verb) return [`${who} ${verb}`, '']
  const names = wordList(fields.map(({ field }) => fieldName(field).toLowerCase()))
  return [`${who} changed`, undoes === null ? `(${names})` : `back (${names})`]
}
/** The fields whose values are worth reading besides the words. */
export const shownFields = ({ op, merged, fields }: PlaybookChange): ChangedField[] =>
  op === 'UPDATE' && !merged && verbOf(fields) === null ? fields : []
