'use client'
import { useLayoutEffect } from 'react'
import type { ReadingPlace } from '@/components/chat/conversation/history/reading-place'
import { useConversation } from '@/components/chat/conversation/use-conversation'
import { limits } from '@/lib/shared/limits'
import { fold, type Word, words } from '@/lib/shared/words'

/** Ranges of the words in an element's text; adjacent ones are one range, those split by markup skipped. */
export function wordRanges(root: Element, sought: readonly string[]): { range: Range; words: string[] }[] {
  const wanted = new Set(sought)
  const places: { range: Range; words: string[] }[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.nodeValue ?? ''
    let last: Word | null = null
    for (const found of words(text)) {
      if (places.length >= limits.search.foundMarks) return places
      const { start, end } = found
      const word = fold(found.text)
      if (!wanted.has(word)) continue
      const place = places.at(-1)
      if (place && last && !text.slice(last.end, start).trim()) {
        place.range.setEnd(node, end)
        place.words.push(word)
      } else {
        const range = document.createRange()
        range.setStart(node, start)
        range.setEnd(node, end)
        places.push({ range, words: [word] })
      }
      last = found
    }
  }
  return places
}

/** The range to scroll to: where most of the words are close together, the earliest of those; -1 for none. */
export function bestPlace(places: readonly { words: readonly string[] }[]): number {
  const together = (from: number, to: number) =>
    new Set(places.slice(from, to).flatMap(({ words }) => words)).size
  let [best, most] = [-1, 0]
  for (let at = 0; at < places.length; at++) {
    const words = together(at, at + NEAR)
    if (words > most) [best, most] = [at, words]
  }
  const end = best + NEAR
  while (most > 1 && together(best + 1, end) === most) best += 1
  return best
}
const NEAR = 4

const MARKS = 'found-words'
const ROOM = 16

/** Highlights the search words in the target turn (CSS Custom Highlight API) and scrolls to them. */
export function useFoundWords({ scroller, hold }: ReadingPlace) {
  const found = useConversation((state) => state.found)
  useLayoutEffect(() => {
    const turn = found && scroller ? document.getElementById(`turn-${found.turnId}`) : null
    if (!found || !turn || !scroller) return
    const mark = () => {
      const places = partsOf(turn, found.part).flatMap((part) => wordRanges(part, found.words))
      if (typeof Highlight !== 'undefined')
        CSS.highlights.set(MARKS, new Highlight(...places.map(({ range }) => range)))
      return places
    }
    const places = mark()
    const best = places[bestPlace(places)]
    if (best) {
      bringIntoView(best.range, scroller)
      hold(turn)
    }
    // Code that is highlighted later is rendered again.
    const watcher = new MutationObserver(mark)
    watcher.observe(turn, { childList: true, characterData: true, subtree: true })
    return () => {
      watcher.disconnect()
      if (typeof Highlight !== 'undefined') CSS.highlights.delete(MARKS)
    }
  }, [found, scroller, hold])
}

/** The texts of a turn that the search covered; both if the requested part has none. */
function partsOf(turn: Element, part: 'user' | 'assistant' | null): Element[] {
  const said = [...turn.querySelectorAll('[data-said]')]
  const requested = said.filter((element) => element.getAttribute('data-said') === part)
  return requested.length ? requested : said
}

function bringIntoView(range: Range, scroller: HTMLElement) {
  const [place, view] = [range.getBoundingClientRect(), scroller.getBoundingClientRect()]
  if (place.top >= view.top + ROOM && place.bottom <= view.bottom - ROOM) return
  scroller.scrollTop += place.top - view.top - view.height / 3
}
