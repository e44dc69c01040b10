import { describe, expect, it } from 'vitest'
import type { PlaybookChange } from '@/lib/shared/learning/playbook'
import { changeWords, shownFields } from './change-words'

const change = (given: Partial<PlaybookChange>): PlaybookChange => ({
  ...{ seq: 1, op: 'UPDATE', by: 'person', at: '2026-05-01T10:00:00.000Z', groupId: 'g', group: 1 },
  ...{
    turn: null,
    strategy: null,
    fields: [],
    tag: null,
    unmerged: false,
    undoes: null,
    undone: false,
  },
  ...given,
})
const words = (given: Partial<PlaybookChange>) => changeWords(change(given)).join(' … ')
const field = (name: string, before: string, after: string) => ({ field: name, before, after })

describe('a change in words', () => {
  it.each<[Partial<PlaybookChange>, string]>([
    [{ op: 'ADD', by: 'model' }, 'The model added … '],
    [{ op: 'ADD', undoes: 4 }, 'You brought back … '],
    [{ op: 'REMOVE' }, 'You removed … '],
    [{ op: 'TAG', by: 'heuristic', tag: 'harmful' }, 'The built-in rules rated … as harmful'],
    [{ op: 'TAG' }, 'You removed the rating of … '],
    [{ op: 'MERGE', by: 'consolidation' }, 'A consolidation merged … with another lesson'],
    [{ unmerged: true, undoes: 3 }, 'You undid a merge of … '],
    [{ fields: [field('status', 'proposed', 'active')] }, 'You approved … '],
    [{ fields: [field('status', 'active', 'retired'), field('pinned', 'yes', 'no')] }, 'You retired … '],
    [{ fields: [field('pinned', 'no', 'yes')] }, 'You pinned … '],
    [{ by: 'model', fields: [field('sources', '', '')] }, 'The model learned … again'],
    [
      { by: 'consolidation', fields: [field('links', '', '')] },
      'A consolidation compared … with another lesson',
    ],
    [{ fields: [field('title', 'a', 'b'), field('tags', '', 'c')] }, 'You changed … (title and tags)'],
    [{ fields: [field('title', 'b', 'a')], undoes: 2 }, 'You changed … back (title)'],
    [{ op: 'FORGET' }, 'A lesson was forgotten with the messages it came from. … '],
  ])('%o is "%s"', (given, said) => {
    expect(words(given)).toBe(said)
  })

  it('shows values only where no verb says them', () => {
    const title = field('title', 'a', 'b')
    expect(shownFields(change({ fields: [title] }))).toEqual([title])
    expect(shownFields(change({ fields: [field('pinned', 'no', 'yes')] }))).toEqual([])
  })
})
