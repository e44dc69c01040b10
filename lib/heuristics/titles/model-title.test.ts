import { expect, it } from 'vitest'
import { givesTitle, modelTitle } from './model-title'

it('a reply gives a title however its JSON writes it, and no other', () => {
  const title = 'The "Café" of Łódź'
  const said = { summary: 'They met.', title: `“${title}.”` }
  expect(modelTitle(said.title)).toBe(title)
  const escaped = JSON.stringify(said).replace(
    /[^ -~]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  for (const reply of [
    JSON.stringify(said),
    JSON.stringify(said, null, 2),
    escaped,
    `${escaped.slice(0, -1)},`,
  ])
    expect(givesTitle(reply, title), reply).toBe(true)
  expect(givesTitle(title, title)).toBe(true)
  expect(givesTitle(escaped, 'The "Café"')).toBe(false)
  expect(givesTitle('{"title":"cut \\', title)).toBe(false)
  expect(givesTitle(escaped, '')).toBe(false)
})
