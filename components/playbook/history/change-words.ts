import { wordList } from '@/components/ui/words/words'
import type { ChangedField, PlaybookChange } from '@/lib/shared/learning/playbook'
import type { DeltaAuthor } from '@/lib/shared/learning/strategies'

const AUTHOR_WORDS: Record<DeltaAuthor, string> = {
  person: 'You',
  model: 'The model',
  heuristic: 'The built-in rules',
  consolidation: 'A consolidation',
  import: 'An import',
}
const FIELD_WORDS: Record<string, string> = {
  title: 'Title',
  description: 'When to use it',
  content: 'Content',
  tags: 'Tags',
  domain: 'Domain',
  status: 'Status',
  pinned: 'Pinned',
  conversationId: 'Conversation',
  sources: 'Source messages',
  links: 'Links',
}
export const fieldName = (field: string) => FIELD_WORDS[field] ?? field

const STATUS_VERBS: Record<string, string> = { retired: 'retired', quarantined: 'set aside' }

/** A verb that says a change better than its values, and what follows the lesson's name. */
function verbOf(fields: readonly ChangedField[]): [string, string] | null {
  const of = new Map(fields.map((one) => [one.field, one]))
  const status = of.get('status')
  const others = [...of.keys()].filter((field) => field !== 'status')
  if (status && others.every((field) => field === 'pinned')) {
    const { before, after } = status
    if (after === 'active') return [before === 'proposed' ? 'approved' : 'restored', '']
    return [STATUS_VERBS[after] ?? 'sent back for approval', '']
  }
  if (fields.length !== 1) return null
  if (of.has('pinned')) return [of.get('pinned')?.after === 'yes' ? 'pinned' : 'unpinned', '']
  if (of.has('sources')) return ['learned', 'again']
  return of.has('links') ? ['compared', 'with another lesson'] : null
}

/** What was done, before the lesson's name and after it: "You rated", "as helpful". */
export function changeWords({ op, by, fields, tag, unmerged, undoes }: PlaybookChange): [string, string] {
  const who = AUTHOR_WORDS[by]
  const again = undoes === null ? '' : ' again'
  if (op === 'FORGET') return ['A lesson was forgotten with the messages it came from.', '']
  if (op === 'ADD') return [undoes === null ? `${who} added` : `${who} brought back`, '']
  if (op === 'REMOVE') return [`${who} removed`, '']
  if (op === 'TAG') return tag ? [`${who} rated`, `as ${tag}${again}`] : [`${who} removed the rating of`, '']
  if (op === 'MERGE') return [`${who} merged`, `with another lesson${again}`]
  if (unmerged) return [`${who} undid a merge of`, '']
  const verb = verbOf(fields)
  if (verb) return [`${who} ${verb[0]}`, verb[1]]
  const names = wordList(fields.map(({ field }) => fieldName(field).toLowerCase()))
  return [`${who} changed`, undoes === null ? `(${names})` : `back (${names})`]
}
/** The fields whose values are worth reading besides the words. */
export const shownFields = ({ op, unmerged, fields }: PlaybookChange): ChangedField[] =>
  op === 'UPDATE' && !unmerged && verbOf(fields) === null
    ? fields.filter(({ before, after }) => before || after)
    : []
