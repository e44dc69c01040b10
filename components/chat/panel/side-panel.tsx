'use client'
import { PanelRightClose } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react'
import { panelTurn } from '@/components/chat/conversation/chat-state'
import { useConversation } from '@/components/chat/conversation/use-conversation'
import { clampPanel, PANEL } from '@/components/shell/preferences'
import { useShell } from '@/components/shell/shell-context'
import { TourHintCard } from '@/components/tour/tour-hint'
import { IconButton } from '@/components/ui/icon-button'
import { Sheet } from '@/components/ui/sheet'
import { WorkspaceTab } from '@/components/workspace/workspace-tab'
import { Ledger } from './ledger'
import { MemoryNow } from './memory-now'
import type { PanelTab } from './panel-context'

type Props = {
  tab: PanelTab
  onTab: (tab: PanelTab) => void
  wide: boolean
  sheet: boolean
  onSheet: (open: boolean) => void
  /** Call `preventDefault` to move the focus; otherwise it returns to where it was. */
  onSheetClosed: (event: Event) => void
}

export function SidePanel({ tab, onTab, wide, sheet, onSheet, onSheetClosed }: Props) {
  const { preferences, setPreferences } = useShell()
  if (!wide)
    return (
      <Sheet
        open={sheet}
        onOpenChange={onSheet}
        title="About this message"
        from="bottom"
        onClosed={onSheetClosed}
      >
        <Contents tab={tab} onTab={onTab} />
      </Sheet>
    )
  if (!preferences.panel) return null
  return (
    <aside
      aria-label="About this message"
      className="relative flex min-h-0 shrink-0 flex-col border-line border-l bg-surface max-md:hidden"
      style={{ width: preferences.panelWidth }}
    >
      <Resizer width={preferences.panelWidth} onWidth={(panelWidth) => setPreferences({ panelWidth })} />
      <Contents tab={tab} onTab={onTab} onClose={() => setPreferences({ panel: false })} />
    </aside>
  )
}

type ContentsProps = { tab: PanelTab; onTab: (tab: PanelTab) => void; onClose?: () => void }
function Contents({ tab, onTab, onClose }: ContentsProps) {
  const turn = useConversation(panelTurn)
  const tabs: { value: PanelTab; label: string; content: ReactNode }[] = [
    {
      value: 'memory',
      label: 'Memory now',
      content: (
        <>
          <TourHintCard hint="watch" place={turn === null ? 'empty' : undefined} className="m-3 mb-1" />
          <MemoryNow turn={turn} />
        </>
      ),
    },
    { value: 'workspace', label: 'Files', content: <WorkspaceTab /> },
    { value: 'ledger', label: 'Costs', content: <Ledger turn={turn} /> },
  ]
  return (
    <Tabs.Root
      value={tab}
      onValueChange={(next) => onTab(next as PanelTab)}
      className="flex min-h-0 flex-1 flex-col"
    >
      <div className="flex h-12 shrink-0 items-center gap-1 border-line border-b pr-2 pl-3">
        <Tabs.List aria-label="About this message" className="flex flex-1 items-stretch gap-1 self-stretch">
          {tabs.map(({ value, label }) => (
            <Tabs.Trigger
              key={value}
              value={value}
              className="-mb-px border-transparent border-b-2 px-2 font-medium text-ink-soft text-sm transition-colors duration-150 hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink"
            >
              {label}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {onClose && (
          <IconButton icon={<PanelRightClose />} label="Close the panel" keys="p" small onClick={onClose} />
        )}
      </div>
      {tabs.map(({ value, content }) => (
        <Tabs.Content key={value} value={value} className="-outline-offset-2 min-h-0 flex-1 overflow-y-auto">
          {content}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}

const STEP = 24
function Resizer({ width, onWidth }: { width: number; onWidth: (width: number) => void }) {
  const [from, setFrom] = useState<{ x: number; width: number } | null>(null)
  const down = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    setFrom({ x: event.clientX, width })
  }
  const move = (event: PointerEvent) => from && onWidth(clampPanel(from.width + from.x - event.clientX))
  const key = (event: KeyboardEvent) => {
    const change = event.key === 'ArrowLeft' ? STEP : event.key === 'ArrowRight' ? -STEP : 0
    if (change) onWidth(clampPanel(width + change))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a focusable separator is a window splitter, which hr is not
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label="Panel width"
      aria-valuenow={width}
      aria-valuemin={PANEL.min}
      aria-valuemax={PANEL.max}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={() => setFrom(null)}
      onKeyDown={key}
      className="-left-1 absolute inset-y-0 z-10 w-2 cursor-col-resize touch-none transition-colors duration-150 hover:bg-accent-soft"
    />
  )
}
