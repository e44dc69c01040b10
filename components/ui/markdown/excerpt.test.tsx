import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Excerpt } from './excerpt'

it('reads as plain words, also where it is cut off inside a table', () => {
  const text =
    '### Tools\n\nWhat do we **buy**?\n\n| tool | qty |\n|---|---:|\n| multimeter | 3 |\n| heat gun | 1'
  expect(renderToStaticMarkup(<Excerpt text={text} className="" />)).toContain(
    '>Tools What do we buy? · tool · qty · multimeter · 3 · heat gun · 1</p>',
  )
})
