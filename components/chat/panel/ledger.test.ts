import { expect, it } from 'vitest'
import { aStep, aTurn } from '@/components/chat/testing-fixtures'
import { OFFLINE_MODEL } from '@/lib/shared/own-models'
import { PREPARED_MODEL } from '@/lib/shared/transfer/transfer'
import { noteWords } from './ledger'

const usage = { inputTokens: 10, cachedTokens: 0, outputTokens: 1, reasoningTokens: 0, costMicros: 0 }
const note = (model: string, estimated: boolean) =>
  noteWords(aTurn({ steps: [aStep({ phase: 'act', model, usage: { ...usage, estimated } })] }))

it('the calls of a turn say who answered, who counted, and that prepared ones are not measured', () => {
  expect(note('atlas-large', false)).toBe('atlas-large. Tokens are reported by the provider.')
  expect(noteWords(aTurn({ steps: [aStep({ model: 'atlas-large', usage: null })] }))).toBe('atlas-large.')
  expect(note(OFFLINE_MODEL, true)).toBe(`${OFFLINE_MODEL}. Tokens are estimated by Mneme.`)
  expect(note(PREPARED_MODEL, false)).toBe(
    'prepared-text. Prepared for the sample, so its time and cost are not measured.',
  )
})
