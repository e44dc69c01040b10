import { describe, expect, it } from 'vitest'
import { withoutMarks } from '@/lib/shared/turn/citations'
import { bounds } from './markdown-bounds'
import { shownText } from './shown-text'

describe('the text of an answer as it is shown', () => {
  it.each([
    ['You live in **Graz** [turn 3].', 'You live in Graz.'],
    ['See [the map](https://example.org/a_b) and `a[turn 1]` [str-00012].', 'See the map and a[turn 1].'],
    ['# Plan\n\n1. buy *wood*\n2. build\n   - a\n   - b', 'Plan\n\n1. buy wood\n2. build\n  - a\n  - b'],
    ['- [x] done\n- [ ] open', '- ☑ done\n- ☐ open'],
    ['| a | b |\n|---|---|\n| **1** | 2 |', 'a\tb\n1\t2'],
    ['> said\n> so\n\n```ts\nconst a = `[turn 1]`\n```', 'said\nso\n\nconst a = `[turn 1]`'],
    ['Costs $x^2$ and <b>more</b>', 'Costs x^2 and <b>more</b>'],
    ['**太字（テスト）。**です。', '太字（テスト）。です。'],
  ])('%s', (markdown, text) => expect(shownText(markdown)).toBe(text))

  it('has each row of a long table once, and a text beyond the bounds as it is', () => {
    const rows = Array.from({ length: 3_000 }, (_, i) => `| cell ${i} | more |`)
    const text = shownText(['| a | b |', '|---|---|', ...rows].join('\n'))
    expect(text.split('\n').filter((line) => line !== 'a\tb')).toEqual(rows.map((_, i) => `cell ${i}\tmore`))
    const endless = '['.repeat(bounds.chars)
    expect(shownText(endless)).toBe(endless)
  })
})

describe('the source of an answer', () => {
  it('has no internal marks, and all else as it was', () => {
    expect(withoutMarks('- **Graz** [turns 3, 4]\n\n`[turn 9]` [mis-00003, str-00001]')).toBe(
      '- **Graz**\n\n`[turn 9]`',
    )
  })
})
