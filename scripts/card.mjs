// node scripts/card.mjs: draws the icons and the social picture in public/ with a browser. Run it when the
// design changes.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { root } from './bootstrap.mjs'
import { ensureBrowser } from './browser.mjs'

const at = (name) => path.join(root, 'public', name)
const COLOUR = { teal: '#0f6560', paper: '#faf8f3', ink: '#23272b', warm: '#bf7716', glow: '#f0b455' }

/** The mark of `components/shell/brand.tsx` on teal: a turn, what it remembers, and the threads between. */
const MARK = `
  <path d="M11 17c0-4.5 3.5-7.5 8-10" stroke="#8d8f57" stroke-width="1.7" stroke-linecap="round"/>
  <path d="M4 17C4 8.5 12 5 19 7" stroke="${COLOUR.glow}" stroke-width="1.7" stroke-linecap="round"/>
  <circle cx="4" cy="18" r="2.3" fill="${COLOUR.glow}"/><circle cx="11" cy="18" r="2.3" fill="#c3a456"/>
  <circle cx="19" cy="7" r="3.4" fill="${COLOUR.paper}"/>`

/** `corner`: its radius; `scale`: of the mark, smaller where a launcher cuts the edges off. */
const icon = ({ corner, scale }) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none">
  <rect width="32" height="32" rx="${corner}" fill="${COLOUR.teal}"/>
  <g transform="translate(16 16) scale(${scale}) translate(-12 -12)">${MARK}</g>
</svg>\n`

const ROUND = icon({ corner: 7, scale: 1 })
const FULL = icon({ corner: 0, scale: 0.95 })
const MASKABLE = icon({ corner: 0, scale: 0.74 })
const ICONS = [
  ['icon-192.png', ROUND, 192],
  ['icon-512.png', ROUND, 512],
  ['icon-maskable-512.png', MASKABLE, 512],
  ['apple-touch-icon.png', FULL, 180],
]

const font = (name) => {
  const file = path.join(root, 'node_modules/geist/dist/fonts/geist-sans', name)
  return `data:font/woff2;base64,${readFileSync(file).toString('base64')}`
}
/**
 * Earlier turns along the foot; threads lead from the recalled ones (place, strength) up to the present one.
 */
const RECALLED = [
  [180, 1],
  [460, 0.8],
  [740, 0.6],
]
const EARLIER = [110, 250, 320, 390, 530, 600, 670, 810, 880, 950, 1020, 1090]
const recalled = ([x, strength]) => `<g fill="${COLOUR.warm}" opacity="${strength}">
  <path d="M${x} 530C${x} 430 ${(x + 1010) / 2} 350 1010 350" fill="none" stroke="${COLOUR.warm}" stroke-width="5"/>
  <circle cx="${x}" cy="530" r="${12 + 8 * strength}"/></g>`
const earlier = (x) => `<circle cx="${x}" cy="530" r="9" fill="#ecd9bf"/>`
const social = () => `<!doctype html><style>
  @font-face { font-family: Geist; src: url(${font('Geist-Variable.woff2')}); font-weight: 100 900 }
  * { margin: 0 } body { width: 1200px; height: 630px; background: ${COLOUR.paper}; font-family: Geist; position: relative }
  svg { position: absolute; inset: 0 } div { position: absolute; left: 84px; top: 70px; width: 760px }
  h1 { font-size: 84px; font-weight: 600; letter-spacing: -3px; color: ${COLOUR.teal} }
  p { margin-top: 20px; font-size: 39px; line-height: 1.28; color: ${COLOUR.ink}; letter-spacing: -.6px }
</style><svg viewBox="0 0 1200 630" fill="none" stroke-linecap="round">
  <path d="M84 530H1116" stroke="#dfdcd4" stroke-width="2"/>
  ${EARLIER.map(earlier).join('')}${RECALLED.map(recalled).join('')}
  <circle cx="1010" cy="350" r="74" fill="#dcebe7"/><circle cx="1010" cy="350" r="48" fill="${COLOUR.teal}"/>
</svg><div><h1>Mneme</h1><p>Chat with an agent that thinks in the open and remembers.</p></div>`

/** One PNG in the container that browsers ask for by themselves. */
function ico(png, size) {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(22, 18)
  return Buffer.concat([head, png])
}

const browser = await chromium.launch({ ...(await ensureBrowser()), args: ['--no-sandbox'] })
const page = await browser.newPage()
async function drawn(html, width, height) {
  await page.setViewportSize({ width, height })
  await page.setContent(html)
  await page.evaluate(() => document.fonts.ready)
  return page.screenshot({ omitBackground: true })
}
const square = (svg, size) =>
  drawn(`<style>*{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`, size, size)

writeFileSync(at('icon.svg'), ROUND)
for (const [name, svg, size] of ICONS) writeFileSync(at(name), await square(svg, size))
writeFileSync(at('favicon.ico'), ico(await square(ROUND, 48), 48))
writeFileSync(at('social.png'), await drawn(social(), 1200, 630))
await browser.close()
