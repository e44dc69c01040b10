'use client'
import { Menu as MenuIcon } from 'lucide-react'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { TourHintCard } from '../tour/tour-hint'
import { IconButton } from '../ui/icon-button'
import { useShell } from './shell-context'

/** Every page's top, with the menu button on small screens, and the tour's hint below it on the map. */
export function PageHeader({ title, children }: { title: ReactNode; children?: ReactNode }) {
  const { setDrawer } = useShell()
  const pathname = usePathname()
  return (
    <>
      <header className="flex h-12 shrink-0 items-center gap-2 border-line border-b px-4 max-sm:pl-1.5">
        <span className="sm:hidden">
          <IconButton icon={<MenuIcon />} label="Open navigation" onClick={() => setDrawer(true)} />
        </span>
        <h1 className="min-w-0 flex-1 truncate font-medium text-base">{title}</h1>
        {children}
      </header>
      {pathname === '/memory' && <TourHintCard hint="map" compact className="mx-3 mt-2 shrink-0" />}
    </>
  )
}
