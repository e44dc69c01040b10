import { expect, it } from 'vitest'
import { formatIn } from '@/components/ui/words/format'
import type { StrategyDto } from '@/lib/shared/learning/playbook'
import { aboutWords, asWhen, helpedWords, isOneSentence, outsideWords, withNames } from './strategy-words'

const strategy = (given: Partial<StrategyDto>) =>
  ({ helpful: 0, harmful: 0, neutral: 0, uses: 0, cited: 0, ...given }) as StrategyDto
const format = formatIn('en')

it('says how often a lesson helped, and when it applies', () => {
  expect(helpedWords(strategy({}))).toBeNull()
  expect(helpedWords(strategy({ helpful: 5, harmful: 1 }))).toBe('helped 5 of 6')
  expect(helpedWords(strategy({ helpful: 1, neutral: 2 }))).toBe('helped 1 of 3')
  expect(['a poster is due', 'When it rains', ''].map(asWhen)).toEqual([
    'When a poster is due',
    'When it rains',
    '',
  ])
})

it('says where a lesson is used, and what the model calls it', () => {
  const about = (given: Partial<StrategyDto>) => aboutWords(strategy({ slug: 'mis-1', ...given }), format)
  expect(about({})).toBe('Used in every conversation. Not used yet. Its id in prompts and exports is mis-1.')
  expect(about({ conversation: { id: 'c', title: 'Boats' }, uses: 12, cited: 1 })).toBe(
    'Used only in “Boats”. Shown for 12 answers, cited by 1. Its id in prompts and exports is mis-1.',
  )
})

it('names a lesson by its text until the person gives it a title', () => {
  const added = withNames({ title: '', content: '' }, { title: '', content: 'Keep it **short**.' })
  expect(added.title).toBe('Keep it short.')
  const edited = withNames(added, { ...added, content: 'Write two lines.' })
  expect(edited.title).toBe('Write two lines.')
  const titled = withNames(edited, { ...edited, title: 'Length', content: 'Write one line.' })
  expect(titled.title).toBe('Length')
  expect(withNames(titled, { ...titled, content: 'Write three lines.' }).title).toBe('Length')
  expect(withNames(titled, { ...titled, title: ' ' }).title).toBe('Write one line.')
})

it('tells whether title and text are the same sentence', () => {
  const content = 'Write two lines.'
  expect(isOneSentence({ title: 'Write two lines', content })).toBe(true)
  expect(isOneSentence({ title: 'Length', content })).toBe(false)
  expect(isOneSentence({ title: 'Write two lines.', content: `${content}\nNo more.` })).toBe(false)
})

it('says that a person approved an external lesson only once they have', () => {
  const words = (status: StrategyDto['status'], untrusted = true) => outsideWords({ status, untrusted })
  expect([words('proposed'), words('active'), words('active', false)]).toEqual([
    ' · external',
    ' · external, approved by you',
    '',
  ])
})
