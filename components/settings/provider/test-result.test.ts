import { expect, it } from 'vitest'
import { here, limitsOf } from './provider-fields'

const tested = (can: Partial<NonNullable<Parameters<typeof limitsOf>[0]['can']>> = {}) => ({
  roles: ['fast' as const],
  model: 'm',
  ms: 1,
  error: null,
  can: { streams: true, tools: 'native' as const, toolError: null, refusal: null, ...can },
})

it('says what a model cannot do, and nothing of one that can', () => {
  expect(limitsOf(tested(), ['another'])).toEqual([])
  expect(limitsOf(tested({ tools: 'text', refusal: 'No tools here.', streams: false }), ['m'])).toEqual([
    'Refuses tools: “No tools here.” Mneme will let it write calls as text.',
    'Does not stream: answers appear at once.',
    'Does not see images.',
  ])
  expect(limitsOf(tested({ tools: 'none' }), [])[0]).toContain('Did not call the tool')
  expect(limitsOf(tested({ tools: 'none', refusal: '' }), [])[0]).toMatch(/^Refuses tools\. It wrote no call/)
  const toolError = { code: 'provider_error' as const, message: 'Model server error (500).' }
  expect(limitsOf(tested({ tools: null, toolError }), [])).toEqual([
    'Failed when a tool was offered: Model server error (500).',
  ])
})

it('says nothing of a model that is not for chat', () =>
  expect(limitsOf({ roles: ['embedding'], model: 'v', ms: 1, error: null }, [])).toEqual([]))

it('does not send a person to the page that they are on', () => {
  const hint = 'Check the base URL in Settings: it must point to the API.'
  const error = { code: 'provider_garbled' as const, message: 'No.', hint }
  expect(here(error).hint).toBe('Check the base URL: it must point to the API.')
})
