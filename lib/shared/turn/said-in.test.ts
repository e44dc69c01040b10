import { expect, it } from 'vitest'
import { saidIn } from './said-in'

it('a turn is cited for what was said in it, not for what was only asked', () => {
  const said = (userText: string, answer = 'Not at the opening.') => saidIn({ userText, answer })
  expect(said('The insurer is Guildhall.')).toBe('The insurer is Guildhall.')
  expect(said('May pupils solder?')).toBe('Not at the opening.')
  expect(said('May pupils solder?', '')).toBe('May pupils solder?')
})
