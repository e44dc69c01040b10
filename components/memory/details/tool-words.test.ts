import { expect, it } from 'vitest'
import { formatIn } from '@/components/ui/words/format'
import { toolWords } from './details-text'

const format = formatIn('en-US')
it.each([
  ['edit_file', true, { path: 'budget.md', find: 'a', replace: 'b' }, 'Edited budget.md'],
  ['write_file', true, { path: 'plan.md', text: 'é'.repeat(600) }, 'Wrote plan.md, 1.2 kB'],
  ['recall_context', true, { keywords: ['insurance', 'price'] }, 'Looked up “insurance”, “price”'],
  ['lookup_facts', false, { subject: 'cat' }, 'Looked up “cat” (failed)'],
  ['list_files', true, {}, 'Listed the files'],
  ['set_state', true, { key: 'status', value: 'signed' }, 'Noted status: signed'],
  ['analyze_patterns', true, {}, 'Used analyze_patterns'],
])('%s is read as what it did', (name, ok, args, words) => {
  expect(toolWords({ name, ok, args }, format)).toBe(words)
})
