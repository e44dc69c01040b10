import { expect, it } from 'vitest'
import { formatIn } from '@/components/ui/words/format'
import { toolWords } from './tool-words'

const format = formatIn('en-US')
it.each([
  ['Tool edit_file', { path: 'budget.md', find: 'a', replace: 'b' }, 'Edited budget.md'],
  ['Tool call 2: write_file', { path: 'plan.md', text: 'é'.repeat(600) }, 'Wrote plan.md, 1.2 kB'],
  ['Tool recall_context', { keywords: ['insurance', 'price'] }, 'Looked up “insurance”, “price”'],
  ['Tool lookup_facts (failed)', { subject: 'cat' }, 'Looked up “cat” (failed)'],
  ['Tool list_files', {}, 'Listed the files'],
  ['Tool set_state', { key: 'status', value: 'signed' }, 'Noted status: signed'],
  ['Tool analyze_patterns', null, 'Used analyze_patterns'],
])('%s is read as what it did', (title, args, words) => {
  const text = `${JSON.stringify(args)}\nDone.\nTwice.`
  expect(toolWords({ title, text }, format)).toEqual({ title: words, text: 'Done.\nTwice.' })
})

it('is of tool calls alone', () => {
  expect(toolWords({ title: 'Answer', text: '{}' }, format)).toBeNull()
  expect(toolWords({ title: 'Tool list_files', text: 'cut {' }, format)?.title).toBe('Listed the files')
})
