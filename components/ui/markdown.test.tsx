// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server'
import { defaultRehypePlugins, Streamdown } from 'streamdown'
import { describe, expect, it, vi } from 'vitest'
import { Markdown } from './markdown'
import { CitationRenderer } from './markdown-elements'
import { payloads } from './markdown-payloads'

const TAGS = new Set(
  'div p h3 strong em del sup sub section ul ol li span blockquote hr br code pre a table thead tbody tr th td figure figcaption button svg path rect mark'.split(
    ' ',
  ),
)
const ATTRIBUTES = new Set(
  'class dir style data-live aria-label aria-live aria-hidden role tabindex type scope start href title target rel xmlns width height viewbox fill stroke stroke-width stroke-linecap stroke-linejoin d x y rx ry'.split(
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

/** What is wrong with the rendered text, as sentences. */
function faults(render: Render, text: string, live = false): string[] {
  const page = document.createElement('template')
  page.innerHTML = render(text, live)
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

  it('notices a renderer that trusts the text (negative control)', () => {
    expect(payloads.filter((text) => faults(trusting, text).length > 0).length).toBeGreaterThan(100)
    vi.mocked(console.error).mockClear()
  })

  it('shows HTML as the text it is', () => {
    expect(ours('Use <b>bold</b> here', false)).toContain('Use &lt;b&gt;bold&lt;/b&gt; here')
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

  it('renders tables, task lists and code with a copy button', () => {
    const html = ours('| a |\n|--:|\n| 1 |\n\n- [x] done\n\n```ts\nconst a = 1\n```', false)
    expect(html).toContain('<table')
    expect(html).toContain('text-align:right')
    expect(html).toContain('done:')
    expect(html).toContain('Copy')
    expect(html).toContain('const')
  })
})
