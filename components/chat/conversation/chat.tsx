'use client'
import { ArrowDown, PanelRight } from 'lucide-react'
import { useSearchParams } from 'next/navigation'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { Composer } from '@/components/chat/composer/composer'
import { focusWaitingFiles } from '@/components/chat/composer/files/upload-list'
import { PanelContext, type PanelTab } from '@/components/chat/panel/panel-context'
import { SidePanel } from '@/components/chat/panel/side-panel'
import { InspectorPanel } from '@/components/inspector/inspector-panel'
import { OpenConversationMenu } from '@/components/organise/conversation-menu'
import { useShortcut } from '@/components/shell/keyboard/shortcuts'
import { PageHeader } from '@/components/shell/page-header'
import { useShell } from '@/components/shell/shell-context'
import { TourHintCard } from '@/components/tour/tour-hint'
import { ImportedMark } from '@/components/transfer/imported-words'
import { SampleMark } from '@/components/transfer/sample-mark'
import { Button } from '@/components/ui/button'
import { Chip } from '@/components/ui/chip'
import { cn } from '@/components/ui/cn'
import { useWide, WIDE } from '@/components/ui/hooks/use-wide'
import { IconButton } from '@/components/ui/icon-button'
import { ScrollArea } from '@/components/ui/scroll-area'
import { toastFailure } from '@/components/ui/toast-failure'
import { UNTITLED } from '@/lib/shared/untitled'
import { type FoundWords, runningTurn } from './chat-state'
import type { ConversationStore } from './conversation-store'
import { isAtEnd, turnElements, useReadingPlace } from './history/reading-place'
import { useTurnHistory } from './history/turn-history'
import { TurnList } from './history/turn-list'
import { startedConversation } from './new-turn'
import { ConversationProvider, useConversation, useConversationStore } from './use-conversation'
import { useConversationLife } from './use-conversation-life'

/** `at` = the turn to show; `found` = search words to highlight in it. */
type Props = {
  store: ConversationStore
  draftKey: string
  at?: string | null
  found?: Omit<FoundWords, 'turnId'> | null
  onAccepted?: () => void
  welcome?: ReactNode
}

const HINT_CLASS = 'mx-auto mb-2 w-[calc(100%-2rem)] max-w-[72ch]'

export const Chat = (props: Props) => (
  <ConversationProvider store={props.store}>
    <ChatBody {...props} />
  </ConversationProvider>
)

function ChatBody({ store, draftKey, at, found = null, onAccepted, welcome }: Props) {
  useConversationLife(store)
  const empty = useConversation((state) => state.turns.length === 0)
  const running = useConversation((state) => runningTurn(state) !== null)
  const { preferences, setPreferences, conversations, noteConversation } = useShell()
  const wide = useWide()
  const [tab, setTab] = useState<PanelTab>('memory')
  const [sheet, setSheet] = useState(false)
  const inspected = useSearchParams().get('turn')

  const opensAtEnd = !at && !welcome
  const place = useReadingPlace(opensAtEnd)
  const { scroller } = place
  useTurnKeys(scroller)
  useTurnInView(scroller)
  const openPanel = useCallback(
    (next: PanelTab, turnId?: string) => {
      if (turnId) store.choose(turnId)
      setTab(next)
      if (matchMedia(WIDE).matches) setPreferences({ panel: true })
      else setSheet(true)
    },
    [store, setPreferences],
  )
  const target = useConversation((state) => state.target)
  useEffect(() => {
    if (target) setSheet(false)
  }, [target])
  // The sheet would cover the file in the composer.
  const given = useRef(false)
  const showWaiting = () => {
    given.current = sheet
    setSheet(false)
  }
  const toWaiting = (event: Event) => {
    if (!given.current) return
    given.current = false
    event.preventDefault()
    focusWaitingFiles()
  }
  const ask = async (text: string) => {
    place.toEnd()
    const failure = await store.send({ text, options: {}, attachments: [] })
    if (failure) toastFailure(failure)
  }
  const togglePanel = () => (wide ? setPreferences({ panel: !preferences.panel }) : setSheet(!sheet))
  useShortcut('p', togglePanel)
  useShortcut('Escape', () => (running ? void store.stop() : store.unmark()))
  useEffect(() => {
    if (inspected) void store.goTo(inspected, null, { choose: true })
  }, [store, inspected])
  useTurnHistory(store, at, found)

  const listed = conversations.find((conversation) => conversation.id === store.conversationId)
  const own = useConversation((state) => state.conversation)
  const known = listed ?? own
  const title = known?.title || (empty ? 'New conversation' : UNTITLED)
  const hintPlace = empty ? 'empty' : known?.sample ? 'sample' : undefined
  useEffect(() => {
    document.title = empty ? 'Mneme' : `${title} · Mneme`
  }, [title, empty])
  return (
    <PanelContext value={openPanel}>
      <PageHeader title={title}>
        <ImportedMark conversation={known} />
        {known?.client && <Chip className="shrink-0 font-normal">From {known.client}</Chip>}
        <SampleMark conversation={known} />
        {!empty && known && <OpenConversationMenu conversation={known} />}
        {!(wide && preferences.panel) && (
          <IconButton icon={<PanelRight />} label="Memory, files and costs" keys="p" onClick={togglePanel} />
        )}
      </PageHeader>
      <div className="flex min-h-0 flex-1">
        <div className="relative flex min-w-0 flex-1 flex-col">
          <div className="min-h-0 flex-1">
            {/* Reversed until hydration, so that the browser shows the end of the text by itself. */}
            <ScrollArea
              as="section"
              ref={place.setScroller}
              aria-label="Conversation"
              className={cn(
                '-outline-offset-2 h-full overflow-y-auto overscroll-contain [container-type:size] [scrollbar-gutter:stable_both-edges]',
                !scroller && opensAtEnd && 'flex flex-col-reverse',
              )}
            >
              <div
                ref={place.content}
                className="mx-auto flex min-h-full w-full shrink-0 max-w-[calc(72ch+2rem)] flex-col px-4 pt-4 pb-1"
              >
                {empty && welcome ? welcome : <TurnList place={place} />}
              </div>
            </ScrollArea>
          </div>
          <ScrollButtons atBottom={place.atEnd || empty} onDown={place.toEnd} />
          <TourHintCard
            hint="chat"
            place={hintPlace}
            onNext={() => openPanel('memory')}
            className={HINT_CLASS}
          />
          <TourHintCard
            hint="ask"
            place={hintPlace}
            onAsk={(question) => void ask(question)}
            className={HINT_CLASS}
          />
          <Composer
            draftKey={draftKey}
            onSend={() => {
              store.unmark()
              place.toEnd()
            }}
            onAccepted={(text) => {
              noteConversation(startedConversation(store.conversationId, text, known))
              onAccepted?.()
            }}
            onGiven={showWaiting}
          />
        </div>
        <SidePanel
          tab={tab}
          onTab={setTab}
          wide={wide}
          sheet={sheet}
          onSheet={setSheet}
          onSheetClosed={toWaiting}
        />
      </div>
      {inspected && <InspectorPanel turnId={inspected} onClose={closeInspector} />}
    </PanelContext>
  )
}

/** "Jump to latest", or "New text below" while an answer grows out of sight. It never covers text. */
function ScrollButtons({ atBottom, onDown }: { atBottom: boolean; onDown: () => void }) {
  const store = useConversationStore()
  const hasAfter = useConversation((state) => state.hasAfter)
  const growing = useConversation((state) =>
    Boolean(runningTurn(state)?.answer || runningTurn(state)?.steps.length),
  )
  const down = async () => {
    if (hasAfter) await store.latest()
    onDown()
  }
  return (
    <div className="flex h-9 pointer-coarse:h-12 shrink-0 items-center justify-center">
      {(!atBottom || hasAfter) && (
        <Button size="sm" className="rounded-full" onClick={() => void down()}>
          <ArrowDown className="size-3.5" />
          {growing && !hasAfter ? 'New text below' : 'Jump to latest'}
        </Button>
      )}
    </div>
  )
}

/** The inspector is opened by `?turn=TURN_ID`. */
function closeInspector() {
  const url = new URL(location.href)
  url.searchParams.delete('turn')
  history.replaceState(null, '', url)
}

/** How far down the view the turn is that is read. */
const READ_AT = 0.4

/** Tells the store which turn is read, for the panel: null = the last one. */
function useTurnInView(scroller: HTMLElement | null) {
  const store = useConversationStore()
  useEffect(() => {
    if (!scroller) return
    let frame = 0
    const look = () => {
      frame = 0
      const view = scroller.getBoundingClientRect()
      const turns = turnElements(scroller).map((element) => {
        const { top, bottom } = element.getBoundingClientRect()
        return { id: element.dataset.turn ?? '', top, bottom }
      })
      const read = turns.findLast(({ top }) => top <= view.top + view.height * READ_AT)
      const seen = turns.filter(({ top, bottom }) => bottom > view.top && top < view.bottom)
      store.look(isAtEnd(scroller) ? null : (read?.id ?? null), new Set(seen.map(({ id }) => id)))
    }
    const later = () => {
      frame ||= requestAnimationFrame(look)
    }
    scroller.addEventListener('scroll', later, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      scroller.removeEventListener('scroll', later)
    }
  }, [scroller, store])
}

const EDGE = 24

/** `[` and `]` go to the turn before and after the one at the top of the view. */
function useTurnKeys(scroller: HTMLElement | null) {
  const store = useConversationStore()
  const move = (step: -1 | 1) => {
    if (!scroller) return
    const edge = scroller.getBoundingClientRect().top + EDGE
    const turns = turnElements(scroller)
    const focused = turns.indexOf(document.activeElement?.closest<HTMLElement>('[data-turn]') as HTMLElement)
    const top = turns.findIndex((element) => element.getBoundingClientRect().bottom > edge)
    const next = turns[(focused >= 0 ? focused : top) + step]
    if (next?.dataset.turn) void store.goTo(next.dataset.turn, null, { choose: true })
    else if (step < 0) void store.older()
  }
  useShortcut('[', () => move(-1))
  useShortcut(']', () => move(1))
}
