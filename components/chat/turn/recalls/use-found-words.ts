'use client'
import { useLayoutEffect } from 'react'
import type { ReadingPlace } from '@/components/chat/conversation/history/reading-place'
import { useConversation } from '@/components/chat/conversation/use-conversation'
import { bestPlace, placesOf } from './found-words'

/** The highlight's name in globals.css. */
const MARKS = 'found-words'
const ROOM = 16

/**
 * Highlights the search words in the target turn and scrolls to them. It uses the CSS Custom Highlight API,
 * which changes no element; browsers without it show no highlights.
 */
export function useFoundWords({ scroller, hold }: ReadingPlace) {
  const found = useConversation((state) => state.found)
  useLayoutEffect(() => {
    const turn = found && scroller ? document.getElementById(`turn-${found.turnId}`) : null
    if (!found || !turn || !scroller) return
    const mark = () => {
      const places = partsOf(turn, found.part).flatMap((part) => placesOf(part, found.words))
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
