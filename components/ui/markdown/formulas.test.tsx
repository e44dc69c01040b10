// @vitest-environment happy-dom
import { act } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { mount } from '@/components/ui/testing-mount'
import { Markdown } from './markdown'
import { typeset } from './typeset'

/** The sources of the formulas in a text. */
function formulas(text: string, live = false): string[] {
  const page = document.createElement('template')
  page.innerHTML = renderToStaticMarkup(<Markdown text={text} live={live} />)
  return [...page.content.querySelectorAll('[data-formula]')].map((element) => element.textContent ?? '')
}
const shown = (text: string, live = false) => {
  const page = document.createElement('template')
  page.innerHTML = renderToStaticMarkup(<Markdown text={text} live={live} />)
  return page.content.textContent ?? ''
}

describe('formulas in Markdown', () => {
  it.each([
    ['The area is $a^2 + b_1$.', ['a^2 + b_1']],
    ['Both $x$ and $y$, so $x$-axis.', ['x', 'y', 'x']],
    [
      String.raw`Inline \(\int_0^1 x\,dx\) and \[\sum_{i=1}^n i\]`,
      [String.raw`\int_0^1 x\,dx`, String.raw`\sum_{i=1}^n i`],
    ],
    ['$$E = mc^2$$', ['E = mc^2']],
    ['So $$a_1 * b_1 * c$$ holds.', ['a_1 * b_1 * c']],
    ['First:\n$$\na = b\n+ c\n- d\n# e\n$$\nThen **more**.', ['a = b\n+ c\n- d\n# e']],
    [
      String.raw`\[
\begin{aligned} a &= b \\ &= c \end{aligned}
\]`,
      [String.raw`\begin{aligned} a &= b \\ &= c \end{aligned}`],
    ],
    ['1. One\n   $$\n   x_1\n   + y\n   $$\n2. Two $z$', ['x_1\n   + y', 'z']],
    ['> As $a_1$ and\n> $$\n> b\n> $$', ['a_1', 'b']],
    ['| n | f |\n|---|---|\n| 1 | $x_1*y*z$ |', ['x_1*y*z']],
    ['**bold $a*b$** and _em $c_1$_', ['a*b', 'c_1']],
    [String.raw`$\text{costs \$5}$`, [String.raw`\text{costs \$5}`]],
    ['As in [turn 1], $[turn 2]$', ['[turn 2]']],
  ])('%s', (text, expected) => expect(formulas(text)).toEqual(expected))

  it.each([
    'It costs $5 and $10.',
    'It costs $5, or $10 for two.',
    'Between $5-$10.',
    'US$5 is AU$7.',
    'Either $5 or 10$ a month.',
    'Set $HOME and $PATH, or $HOME/$PATH.',
    'A lone $ and a $$ sign.',
    '`$x$` is code.',
    '```sh\necho $A $B$\n```',
    String.raw`An escaped \$x$ here.`,
    String.raw`\[link\](https://example.org) and \(`,
    '$$$',
    'An open $$ here\n\nand another paragraph $$ there.',
  ])('is none: %s', (text) => expect(formulas(text)).toEqual([]))

  it('keep their text to the letter while they stream', () => {
    const bodies = [String.raw`\frac{a_1}{b_2}\,x \cdot y`, String.raw`\{a\} _b_ *c* \\ d`]
    for (const body of bodies)
      for (const [open, close] of [
        ['$', '$'],
        ['$$', '$$'],
        ['\\(', '\\)'],
        ['\\[', '\\]'],
        ['\n\n$$\n', '\n$$'],
        ['\n\n\\[\n', '\n\\]'],
      ] as const)
        for (let end = 4; end <= body.length; end += 1) {
          const part = body.slice(0, end).replace(/(?<!\\)\\$/, '')
          if (!part.trim()) continue
          const [read] = formulas(`So ${open}${part}`, true)
          expect(read?.trim(), `${open}${part}`).toBe(part.trim())
          expect(formulas(`So ${open}${body}${close} end`, true)[0]?.trim()).toBe(body)
        }
  })

  it('leave the rest of an unfinished text as it is', () => {
    expect(formulas('It costs $5 and', true)).toEqual([])
    expect(shown('Use `\\(` and **bold', true)).toBe('Use \\( and bold')
    expect(formulas('See $x_1$ and **more', true)).toEqual(['x_1'])
  })
})

describe('a typeset formula', () => {
  const ALLOWED =
    /^(span|svg|path|line|math|semantics|annotation|m(row|i|o|n|text|space|sup|sub|subsup|frac|sqrt|root|table|tr|td|over|under|underover|style|padded|phantom|stretchy|enclose|multiscripts|prescripts))$/
  const faults = (html: string) => {
    const page = document.createElement('template')
    page.innerHTML = html
    return [...page.content.querySelectorAll('*')].flatMap((element) => [
      ...(ALLOWED.test(element.tagName.toLowerCase()) ? [] : [element.tagName]),
      ...[...element.attributes]
        .map(({ name }) => name)
        .filter((name) => /^(on|href|src|id|xlink|data-)/.test(name)),
    ])
  }

  it.each([
    String.raw`\href{javascript:alert(1)}{x}`,
    String.raw`\url{https://evil.example}`,
    String.raw`\includegraphics{https://evil.example/p.png}`,
    String.raw`\htmlData{x=1}{y}`,
    String.raw`\htmlId{a}{b}`,
    String.raw`\text{<img src=x onerror=alert(1)>}`,
    String.raw`\unicode{x3c}script>`,
    '<script>alert(1)</script>',
    'x^{"onload=alert(1)}',
  ])('makes nothing of %s but mathematics or its source', (tex) => {
    const html = typeset(tex, true)
    expect(html === null ? [] : faults(html)).toEqual([])
  })

  it.each([
    [
      'macros that grow',
      String.raw`\def\a{xx}\def\b{\a\a}\def\c{\b\b}\def\d{\c\c}\def\e{\d\d}\def\f{\e\e}\def\g{\f\f}\def\h{\g\g}\h`,
    ],
    ['a macro that calls itself', String.raw`\def\a{\a}\a`],
    ['deep braces', `${'{'.repeat(40)}x${'}'.repeat(40)}`],
    ['deep fractions', `${'\\frac{1}{'.repeat(40)}x${'}'.repeat(40)}`],
    ['a huge text', 'x+'.repeat(1_500)],
    ['a jump to the left', String.raw`\kern-99em x`],
    ['a jump upwards', String.raw`\raisebox{-500em}{x}`],
    ['half a formula', String.raw`\frac{a}{`],
    ['an unknown command', String.raw`\nothing{x}`],
  ])('is not made of %s', (_, tex) => expect(typeset(tex, false)).toBeNull())

  it('is not larger than its bounds', () => {
    expect(typeset(String.raw`\rule{1000em}{1000em}`, true)).toContain('width:20em')
  })

  it('keeps its source for assistive technology and for copying', () => {
    expect(typeset(String.raw`a\,b`, false)).toContain(
      String.raw`<annotation encoding="application/x-tex">a\,b</annotation>`,
    )
  })
})

describe('formulas on a page', () => {
  it('are typeset once KaTeX is there, those that cannot be stay their source', async () => {
    const { host, render } = mount()
    await render(<Markdown text={String.raw`So $x\,y$, not $\nothing{z_1}$.`} />)
    expect(host.querySelector('.katex')).toBeNull()
    await act(async () => {
      await import('./typeset')
    })
    await act(() => expect.poll(() => host.querySelector('.katex')).not.toBeNull())
    expect(host.querySelectorAll('.katex')).toHaveLength(1)
    expect(host.querySelector('code')?.textContent).toBe(String.raw`\nothing{z_1}`)
  })
})
