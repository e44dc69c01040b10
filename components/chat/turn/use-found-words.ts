'use client'
import { useLayoutEffect } from 'react'
import { useConversation } from '@/components/chat/conversation/use-conversation'
import { bestPlace, placesOf } from './found-words'

/** The name under which globals.css paints them. */
const MARKS = 'found-words'
const ROOM = 16

/**
 * Marks what a search found in the turn one arrives at, and brings it into view. The marks are painted over the text (CSS Custom Highlight API):
 * nothing of it changes or moves, and a browser without that shows none.
 */
export function useFoundWords(scroller: HTMLElement | null) {
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
    if (best) bringIntoView(best.range, scroller)
    // Code that is coloured late is drawn anew.
    const watcher = new MutationObserver(mark)
    watcher.observe(turn, { childList: true, characterData: true, subtree: true })
    return () => {
      watcher.disconnect()
      if (typeof Highlight !== 'undefined') CSS.highlights.delete(MARKS)
    }
  }, [found, scroller])
}

/** The texts of a turn that were searched; both where none of the part asked for is there. */
function partsOf(turn: Element, part: 'user' | 'assistant' | null): Element[] {
  const said = [...turn.querySelectorAll('[data-said]')]
  const asked = said.filter((element) => element.getAttribute('data-said') === part)
  return asked.length ? asked : said
}

function bringIntoView(range: Range, scroller: HTMLElement) {
  const [place, view] = [range.getBoundingClientRect(), scroller.getBoundingClientRect()]
  if (place.top >= view.top + ROOM && place.bottom <= view.bottom - ROOM) return
  scroller.scrollTop += place.top - view.top - view.height / 3
}
