import { expect, it } from 'vitest'
import { isOurs, isSearch, say, TEMPLATES, type TemplateName } from './templates'

it('recognises its own sentence about a file, not everyday words like it', () => {
  expect(isOurs('`notes/a.md` contains:')).toBe(true)
  expect(isOurs('The blue box contains:')).toBe(false)
})

it('knows which of its thoughts go with a search', () => {
  const names = Object.keys(TEMPLATES) as TemplateName[]
  const searches = names.filter((name) => isSearch(say(name, { about: '“cat”', turns: 'turn 3' })))
  expect(searches).toHaveLength(5)
  expect(searches).toContain('thoughtMissing')
  expect(isSearch('I wanted to know more, so I search memory for it.')).toBe(false)
})
