'use client'
import { ArrowUp, EyeOff, Paperclip, Square, Wifi, X } from 'lucide-react'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import { runningTurn } from '@/components/chat/conversation/chat-state'
import { useConversation, useConversationStore } from '@/components/chat/conversation/use-conversation'
import { tooLongWords } from '@/components/chat/turn/message/message-editor'
import { useShortcut } from '@/components/shell/keyboard/shortcuts'
import { useShell } from '@/components/shell/shell-context'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { ErrorNote } from '@/components/ui/error-note'
import { IconButton } from '@/components/ui/icon-button'
import { Tooltip } from '@/components/ui/tooltip'
import { useFormat } from '@/components/ui/words/use-format'
import { OFFLINE_MODEL } from '@/lib/shared/own-models'
import { isSecondClick, isSendKey } from './composer-keys'
import { MemoryControl, optionsFor, scopeOption, ThinkingControl } from './controls/choice-controls'
import { ModelControl, shownModel } from './controls/model-control'
import { useDepth, useModel, useScope } from './controls/own-choices'
import { imageWords, useImageSupport } from './files/image-support'
import { UploadList } from './files/upload-list'
import { pastedFiles, useFileDrop } from './files/use-file-drop'
import { isImage, refusedWords } from './files/use-uploads'
import { BranchNotice, ComposerNote, ExportOffer, GoneNotice, Notice, useExportOffer } from './notices/notice'
import { QueueList } from './queue-list'
import { useComposer } from './use-composer'
import { NEW_DRAFT } from './use-draft'
import { useFocusOnArrival } from './use-focus-on-arrival'

/** `onGiven` is called when another part of the page adds files. */
type Props = { draftKey: string; onSend(): void; onAccepted(text: string): void; onGiven(): void }

/** The message box. It keeps its text to itself, so typing renders nothing else. */
export function Composer({ draftKey, onSend, onAccepted, onGiven }: Props) {
  const store = useConversationStore()
  const running = useConversation((state) => runningTurn(state) !== null)
  const stopping = useConversation((state) => state.stopping)
  const { thinkingOff, provider, tour, setTour } = useShell()
  const conversationId = draftKey === NEW_DRAFT ? null : draftKey
  const depth = useDepth(conversationId)
  const scope = useScope(conversationId)
  const model = useModel(conversationId)
  const thinking = thinkingOff ? 'off' : depth.shown
  const modelName = shownModel(provider, model, thinking)
  const chosen = {
    ...optionsFor(depth.override),
    ...scopeOption(scope.override),
    ...(model.override ? { model: model.override } : {}),
  }
  const composer = useComposer({ store, draftKey, chosen, onAccepted, onGiven })
  const { text, setText, uploads, error, tooLong, uploading, canSend, send, refused } = composer
  const images = uploads.uploads.filter((upload) => isImage(upload) && !upload.error).length
  const isOffline = provider.offline || modelName === OFFLINE_MODEL
  const support = useImageSupport(images > 0 && !isOffline, model.shown, running)
  /** Until there is something to send, Stop takes the place of Send. */
  const typed = text.trim() !== '' || uploads.uploads.length > 0
  const box = useRef<HTMLTextAreaElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const offer = useExportOffer(uploads.add)
  const give = (given: File[]) => void offer.take(given)
  const dropping = useFileDrop(give)
  const format = useFormat()
  useShortcut('/', () => box.current?.focus())
  useFocusOnArrival(box)
  useAutosize(box, text)
  // Text typed before hydration is in the box but not in the state.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on arrival
  useEffect(() => {
    if (box.current?.value) setText(box.current.value)
  }, [])

  const deliver = () => {
    box.current?.focus()
    if (!send()) return
    onSend()
    // Whoever writes has passed the first hint of the tour.
    if (tour === 'chat') setTour('watch')
  }
  const sentAt = useRef(Number.NEGATIVE_INFINITY)
  const sendByButton = ({ timeStamp }: MouseEvent) => {
    sentAt.current = timeStamp
    deliver()
  }
  const removeRefused = () => {
    refused.forEach(uploads.remove)
    box.current?.focus()
  }
  /** The button disappears with the answer, so focus moves to the box. */
  const stop = (press: MouseEvent) => {
    if (isSecondClick(press, sentAt.current)) return
    void store.stop()
    box.current?.focus({ preventScroll: true })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isSendKey(event)) {
      event.preventDefault()
      deliver()
    }
  }
  const onPaste = (event: ClipboardEvent) => {
    const pasted = pastedFiles(event.clipboardData)
    if (pasted.length === 0) return
    event.preventDefault()
    give(pasted)
  }

  return (
    <div className="mx-auto w-full max-w-[calc(72ch+2rem)] px-4 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
      <QueueList />
      <GoneNotice typed={typed} onLeave={composer.takeAlong} />
      {scope.shown === 'off' && (
        <Notice
          icon={<EyeOff aria-hidden />}
          title="Memory is off."
          note="Nothing is recalled for the answer, and no facts or lessons are learned. The message is saved, and later answers can find it."
        />
      )}
      <BranchNotice />
      <ExportOffer files={offer.offered} onAttach={uploads.add} onDone={offer.dismiss} />
      {error && (
        <ErrorNote error={error} className="mb-2">
          <Button size="sm" onClick={deliver} disabled={!canSend}>
            Retry
          </Button>
          <IconButton icon={<X />} label="Dismiss" small onClick={() => composer.setError(null)} />
        </ErrorNote>
      )}
      {composer.reconnected && (
        <Notice
          icon={<Wifi aria-hidden />}
          title="Connected again."
          note="Your message is still in the box and has not been sent."
        >
          <Button size="sm" onClick={deliver} disabled={!canSend}>
            Send now
          </Button>
        </Notice>
      )}
      {refused.length > 0 && (
        <ErrorNote error={refusedWords(refused)} className="mb-2">
          <Button size="sm" onClick={removeRefused}>
            {refused.length === 1 ? 'Remove file' : 'Remove files'}
          </Button>
        </ErrorNote>
      )}
      {tooLong && (
        <ErrorNote
          error={{ message: tooLongWords(text, format), hint: 'Shorten it, or attach it as a file.' }}
          className="mb-2"
        >
          <Button size="sm" onClick={composer.attachText}>
            Attach as file
          </Button>
        </ErrorNote>
      )}
      <div
        className={cn(
          'relative rounded-lg border bg-raised transition-colors duration-150 focus-within:border-accent',
          dropping ? 'border-accent' : 'border-line-strong',
        )}
      >
        <UploadList uploads={uploads.uploads} remove={uploads.remove} retry={uploads.retry} />
        {images > 0 && (
          <p role="status" className="px-4 pt-2 text-ink-soft text-xs">
            {imageWords(images, { isOffline, model: modelName, support })}
          </p>
        )}
        <textarea
          ref={box}
          aria-label="Message"
          data-composer
          dir="auto"
          rows={1}
          value={text}
          enterKeyHint="send"
          placeholder="Ask or tell Mneme anything"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          className="field-sizing-content unkerned block max-h-[40vh] min-h-12 w-full resize-none bg-transparent px-4 pt-3 pb-1 text-base outline-none placeholder:text-ink-faint"
        />
        <div className="@container flex items-center gap-1 p-1.5 pointer-coarse:gap-0 pointer-coarse:p-1">
          <input
            ref={files}
            type="file"
            multiple
            hidden
            onChange={(event) => {
              give([...(event.target.files ?? [])])
              event.target.value = ''
            }}
          />
          <IconButton icon={<Paperclip />} label="Attach files" onClick={() => files.current?.click()} />
          <ThinkingControl choice={{ ...depth, shown: thinking }} isOff={thinkingOff} />
          <MemoryControl choice={scope} />
          <span className="ml-auto flex min-w-0 items-center gap-1.5 pointer-coarse:gap-1">
            <ModelControl shown={modelName} choice={model} thinking={thinking} />
            {running && (
              <Tooltip label="Stop answering" keys="Esc" side="top">
                <Button size="square" aria-label="Stop" onClick={stop} disabled={stopping}>
                  <Square className="size-3 fill-current" />
                </Button>
              </Tooltip>
            )}
            {(typed || !running) && (
              <Tooltip
                label={sendWords({ uploading, running, unsaid: images > 0 && text.trim() === '' })}
                keys="Enter"
                side="top"
              >
                <Button
                  look="primary"
                  size="square"
                  aria-label="Send"
                  disabled={!canSend}
                  onClick={sendByButton}
                >
                  <ArrowUp className="size-[18px]" />
                </Button>
              </Tooltip>
            )}
          </span>
        </div>
        {dropping && (
          <p className="pointer-events-none absolute inset-0 flex items-center justify-center rounded-lg bg-accent-soft font-medium text-accent">
            Drop to attach
          </p>
        )}
      </div>
      <ComposerNote />
    </div>
  )
}

function sendWords(is: { uploading: boolean; running: boolean; unsaid: boolean }): string {
  if (is.uploading) return 'Waiting for uploads'
  if (is.unsaid) return 'Write a message to go with the image'
  return is.running ? 'Send after this answer' : 'Send'
}

/** Grows a text box with its text in browsers without `field-sizing: content`. */
function useAutosize(box: RefObject<HTMLTextAreaElement | null>, text: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what changes the height
  useLayoutEffect(() => {
    const element = box.current
    if (!element || CSS.supports('field-sizing', 'content')) return
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight}px`
  }, [box, text])
}
