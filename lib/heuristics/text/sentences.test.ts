import { afterEach, expect, it, vi } from 'vitest'
import { sentencesOf } from './sentences'

afterEach(() => vi.restoreAllMocks())

it('does not segment what has no word', () => {
  const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment')
  expect(sentencesOf('../'.repeat(2_000))).toEqual([])
  expect(segment).not.toHaveBeenCalled()
  expect(sentencesOf('I see. I go.')).toEqual(['I see.', 'I go.'])
  expect(segment).toHaveBeenCalledTimes(1)
})
