// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server'
import { defaultRehypePlugins, Streamdown } from 'streamdown'
import { describe, expect, it, vi } from 'vitest'
import { literal } from '@/lib/shared/turn/literal'
import { Markdown } from './markdown'
import { CitationRenderer } from './markdown-elements'
import { payloads } from './testing-payloads'

const TAGS = new Set(
  'div p h3 strong em del sup sub section ul ol li span blockquote hr br code pre a table thead tbody tr th td figure figcaption button svg path rect mark'.split(
    ' ',
  ),
)
const ATTRIBUTES = new Set(
  'class dir style data-live data-formula aria-label aria-live aria-hidden role tabindex type scope start href title target rel xmlns width height viewbox fill stroke stroke-width stroke-linecap stroke-linejoin d x y rx ry'.split(
    ' ',
  ),
)

type Render = (text: string, live: boolean) => string
const ours: Render = (text, live) =>
  renderToStaticMarkup(
    <CitationRenderer value={(turn) => <mark>{turn}</mark>}>
      <Markdown text={text} live={live} />
    </CitationRenderer>,
  )
const trusting: Render = (text, live) =>
  renderToStaticMarkup(
    <Streamdown
      parseIncompleteMarkdown={live}
      rehypePlugins={defaultRehypePlugins.raw ? [defaultRehypePlugins.raw] : []}
      components={{ a: 'a', img: 'img' }}
    >
      {text}
    </Streamdown>,
  )

/** Problems of the rendered text, as sentences. */
function faults(render: Render, text: string, live = false): string[] {
  const page = document.createElement('template')
  page.innerHTML = render(text, live)
  // What KaTeX makes is tested with the formulas, whose test may have loaded it.
  for (const made of page.content.querySelectorAll('.katex')) made.remove()
  return [...page.content.querySelectorAll('*')].flatMap((element) => {
    const tag = element.tagName.toLowerCase()
    const wrong = TAGS.has(tag) ? [] : [`<${tag}> from ${text}`]
    for (const { name, value } of [...element.attributes]) {
      if (!ATTRIBUTES.has(name.toLowerCase())) wrong.push(`${tag}[${name}] from ${text}`)
      if (name === 'style' && !/^(display:contents|text-align:(right|center))$/.test(value))
        wrong.push(`style ${value} from ${text}`)
      if (name === 'href' && !/^(https?:\/\/|mailto:)/.test(value)) wrong.push(`href ${value} from ${text}`)
    }
    if (tag === 'a' && element.getAttribute('rel') !== 'noopener noreferrer')
      wrong.push(`a link without rel from ${text}`)
    return wrong
  })
}

describe('Markdown of untrusted text', () => {
  it('makes nothing but allowed elements and safe links of 200 hostile texts', () => {
    expect(payloads.length).toBeGreaterThanOrEqual(200)
    expect(payloads.flatMap((text) => faults(ours, text))).toEqual([])
  })

  it('holds for what has streamed so far', () => {
    const sample = payloads.filter((_, index) => index % 9 === 0)
    const prefixes = sample.flatMap((text) =>
      [0.25, 0.5, 0.8, 0.95].map((share) => text.slice(0, Math.ceil(text.length * share))),
    )
    expect(prefixes.flatMap((text) => faults(ours, text, true))).toEqual([])
  })

  it('notices a renderer that trusts the text (negative control)', { tags: 'full' }, () => {
    expect(payloads.filter((text) => faults(trusting, text).length > 0).length).toBeGreaterThan(100)
    vi.mocked(console.error).mockClear()
  })

  it('shows HTML as the text it is', () => {
    expect(ours('Use <b>bold</b> here', false)).toContain('Use &lt;b&gt;bold&lt;/b&gt; here')
  })

  it.each([
    '**この文は太字になりません（テスト）。**この文のせいです。',
    '**Markdown（マークダウン）**は言語です。',
    '他说**“你好”**然后走了。',
    '**이 별은(굵게)**입니다.',
  ])('makes words bold beside CJK punctuation: %s', (text) => {
    const [, bold = ''] = text.split('**')
    expect(ours(text, false)).toContain(`>${bold}</strong>`)
    for (let end = text.indexOf(bold) + 1; end <= text.length; end++)
      expect(ours(text.slice(0, end), true).replace(/<[^>]*>/g, '')).not.toMatch(/\*\*./)
  })

  it('never loads an image, but keeps its description', () => {
    const html = ours('![a cat](https://example.org/cat.png)', false)
    expect(html).not.toContain('<img')
    expect(html).toContain('Image not shown: a cat')
  })

  it('turns citation marks into what the reader of the page asked for, outside code only', () => {
    const html = ours('As said [turn 7] and [turns 3, 4], not `[turn 9]`.', false)
    expect(html).toContain('<mark>7</mark>')
    expect(html).toContain('<mark>3</mark> <mark>4</mark>')
    expect(html).toContain('[turn 9]</code>')
  })

  it.each([
    ['brackets', '['.repeat(50_000), 'too long to format (50,001 characters)'],
    ['emphasis', '*a_'.repeat(13_334), 'too long to format'],
    ['deep quotes', '>'.repeat(2_001), 'nested more than 32 levels deep'],
    ['deep lists', '- '.repeat(1_501), 'nested more than 32 levels deep'],
    [
      'minified JSON',
      JSON.stringify(Array.from({ length: 1_500 }, (_, id) => ({ id, at: ['a_b', 'c*d'] }))),
      'too long',
    ],
    ['many marks', '*a_'.repeat(1_000), 'too many formatting marks'],
  ])('shows %s beyond the bounds as the text, and says why', (_, text, why) => {
    const page = document.createElement('template')
    page.innerHTML = ours(text, false)
    expect(page.content.querySelector('[role=note]')?.textContent).toContain(why)
    expect(page.content.querySelector('p')?.textContent).toBe(text.trimEnd().slice(0, 100_000))
    expect(page.content.querySelectorAll('em, strong, li, blockquote')).toHaveLength(0)
  })

  it('nests nothing deeper than 32 levels', () => {
    const page = document.createElement('template')
    page.innerHTML = ours(`${'*a **b '.repeat(25)}${' c** d*'.repeat(25)}`, false)
    let deepest = 0
    for (const element of page.content.querySelectorAll('em, strong')) {
      let depth = 0
      for (let at: Element | null = element; at; at = at.parentElement) depth += 1
      deepest = Math.max(deepest, depth)
    }
    expect(deepest).toBeGreaterThan(10)
    expect(deepest).toBeLessThan(36)
    expect(page.content.textContent).not.toContain('*')
  })

  it('formats the beginning of a long text at once, the rest once the page has time', () => {
    const paragraph = 'Some **bold** words here.\n\n'
    const bold = (html: string) => html.split('<strong').length - 1
    const count = bold(ours(paragraph.repeat(2_000), false))
    expect(count).toBeGreaterThan(20)
    expect(count).toBeLessThan(400)
  })

  it('keeps a number with its unit in a table, and room for a sentence', () => {
    const cell = (text: string) =>
      /<td[^>]*>/.exec(ours(`| a |\n|---|\n| ${text} |`, false))?.[0] ?? 'no cell'
    expect(cell('3.9 %')).toContain('whitespace-nowrap')
    expect(cell('Costs seven times what the first one does')).toContain('min-w-40')
    expect(cell('Somewhat more text')).not.toMatch(/whitespace-nowrap|min-w-40/)
  })

  it('renders tables, task lists and code with a copy button', () => {
    const html = ours('| a |\n|--:|\n| 1 |\n\n- [x] done\n\n```ts\nconst a = 1\n```', false)
    expect(html).toContain('<table')
    expect(html).toContain('text-align:right')
    expect(html).toContain('done:')
    expect(html).toContain('Copy')
    expect(html).toContain('const')
  })
})

describe('a quotation of plain text', () => {
  const shown = (text: string) => {
    const page = document.createElement('template')
    page.innerHTML = ours(`You told me: “${literal(text)}” [turn 7]`, false)
    return page.content.textContent
  }
  const SAID = [
    'My vault password is ab*cd*ef_gh_ij~k~.',
    'The key is __X9__ and costs $5$ or \\(5\\) or $$x$$.',
    '**bold** [x](javascript:alert(1)) ![y](z) <b>{{7*7}}</b> <!-- a --> &amp; &lt;',
    '`code` ``more`` ~~gone~~ \\ \\* snake_case _x_ *y* a*b*c 2 * 3 * 4 x | y |',
    'See https://example.org/a_b_c?d=*e* and _this_.',
    ...payloads.filter((text) => !/[\n\r\t\0]|\s{2}|^\s|\s$|turn|\bS:/.test(text) && text.length < 500),
  ]
  it('shows what was said, character by character', () => {
    expect(SAID.length).toBeGreaterThan(60)
    for (const text of SAID) expect(shown(text)).toBe(`You told me: “${text}” 7`)
  })
})
