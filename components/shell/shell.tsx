'use client'
import { CloudOff } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { useTheme } from 'next-themes'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { Toaster } from 'sonner'
import { ImportWatcher } from '@/components/transfer/queue/import-watcher'
import { useWide } from '@/components/ui/hooks/use-wide'
import { Announcer } from './announcer'
import { CommandPalette } from './keyboard/command-palette'
import { HelpDialog } from './keyboard/help-dialog'
import { useShortcut, useShortcuts } from './keyboard/shortcuts'
import { isAt, PLACES } from './places'
import type { Preferences } from './preferences'
import { type ShellData, ShellProvider, useShell } from './shell-context'
import { Sidebar } from './sidebar'
import { MemoryOnlyBanner, RestoredBanner } from './storage-banners'
import { useJumps, useStay, useVisit } from './use-stay'

/** Pixels. */
const [ABOVE_COMPOSER, BELOW_HEADER] = [140, 56]
/** As wide as the panel of the chat. */
const TOAST = { '--width': '320px' } as CSSProperties

type Props = { data: ShellData; preferences: Preferences; children: ReactNode }

export const Shell = ({ data, preferences, children }: Props) => (
  <ShellProvider data={data} preferences={preferences}>
    <Announcer>
      <Frame>{children}</Frame>
    </Announcer>
  </ShellProvider>
)

function Frame({ children }: { children: ReactNode }) {
  const [palette, setPalette] = useState(false)
  const [help, setHelp] = useState(false)
  const { reachable, storage } = useShell()
  const { resolvedTheme } = useTheme()
  const wide = useWide()
  const pathname = usePathname()
  useJumps()
  useStay()
  useShortcuts()
  useShortcut('mod+k', () => setPalette((open) => !open))
  useShortcut('?', () => setHelp(true))
  return (
    <div className="flex h-dvh min-h-0">
      <a
        href="#main"
        className="sr-only z-50 rounded-md bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <Sidebar onPalette={() => setPalette(true)} onHelp={() => setHelp(true)} />
      <main id="main" tabIndex={-1} className="relative flex min-w-0 flex-1 flex-col outline-none">
        <MemoryOnlyBanner reason={storage.memoryOnly} />
        <RestoredBanner restored={storage.restored} />
        {!reachable && (
          <p
            role="status"
            className="flex items-center justify-center gap-2 border-error-line border-b bg-error-soft px-4 py-1.5 text-error"
          >
            <CloudOff aria-hidden className="size-4" /> Cannot reach Mneme. Reconnecting; your draft is kept.
          </p>
        )}
        {children}
      </main>
      <CommandPalette open={palette} onOpenChange={setPalette} onHelp={() => setHelp(true)} />
      <ImportWatcher />
      <HelpDialog open={help} onOpenChange={setHelp} />
      {PLACES.map((place) => (
        <PlaceShortcut key={place.href} name={`g ${place.key}`} href={place.href} />
      ))}
      <Toaster
        // Toasts must not cover the header, which holds the page's menu, or the message box. On a small screen they
        // are at the bottom on other pages, which leave room for them there, and while the palette is open.
        position={wide ? 'bottom-right' : palette || !isAt('/', pathname) ? 'bottom-center' : 'top-center'}
        offset={{ right: 12, bottom: ABOVE_COMPOSER }}
        mobileOffset={{ top: BELOW_HEADER, bottom: 12, left: 8, right: 8 }}
        theme={resolvedTheme === 'dark' ? 'dark' : 'light'}
        closeButton
        style={TOAST}
        toastOptions={{
          classNames: {
            toast: '!rounded-lg !border-line !bg-raised !text-ink !shadow-float !font-sans',
            title: 'line-clamp-4',
            description: '!text-ink-soft',
            actionButton: '!bg-accent !text-on-accent',
            closeButton: '!bg-raised !border-line !text-ink-soft',
          },
        }}
      />
    </div>
  )
}

function PlaceShortcut({ name, href }: { name: string; href: string }) {
  const visit = useVisit()
  useShortcut(name, () => visit(href))
  return null
}
