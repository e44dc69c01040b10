'use client'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { cn } from '../ui/cn'

export const anchorOf = (title: string) =>
  title === 'Model' ? 'provider' : title.toLowerCase().replaceAll(' ', '-')

export function Section({ title, children, end }: { title: string; children: ReactNode; end?: ReactNode }) {
  const id = anchorOf(title)
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-16 lg:scroll-mt-8">
      <div className="flex items-center gap-3 border-line border-b pb-2">
        <h2 id={`${id}-title`} className="flex-1 font-medium text-base">
          {title}
        </h2>
        {end}
      </div>
      {children}
    </section>
  )
}

type NavProps = { titles: string[]; scroller: RefObject<HTMLElement | null> }

export function SectionNav({ titles, scroller }: NavProps) {
  const [current, choose] = useCurrentSection(titles, scroller)
  const row = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const link = row.current?.querySelector<HTMLElement>(`[href="#${current}"]`)
    if (!link || !row.current) return
    row.current.scrollTo({ left: link.offsetLeft - row.current.clientWidth / 2 + link.clientWidth / 2 })
  }, [current])
  return (
    <nav
      aria-label="Sections"
      className="sticky top-0 z-10 border-line border-b bg-paper lg:top-8 lg:w-44 lg:shrink-0 lg:self-start lg:border-none"
    >
      <ul
        ref={row}
        className="relative flex gap-1 overflow-x-auto px-4 py-2 [scrollbar-width:none] lg:flex-col lg:px-0 lg:py-0"
      >
        {titles.map((title) => (
          <li key={title} className="shrink-0">
            <a
              href={`#${anchorOf(title)}`}
              aria-current={current === anchorOf(title) ? 'location' : undefined}
              onClick={() => choose(anchorOf(title))}
              className={cn(
                'block whitespace-nowrap rounded-md px-3 py-1.5 text-sm transition-colors duration-150',
                current === anchorOf(title)
                  ? 'bg-accent-soft font-medium text-accent'
                  : 'text-ink-soft hover:bg-sunken hover:text-ink',
              )}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The last section above the upper third; a chosen one stays until the page is scrolled. */
function useCurrentSection(titles: string[], scroller: RefObject<HTMLElement | null>) {
  const [current, setCurrent] = useState(anchorOf(titles[0] ?? ''))
  const chosen = useRef(false)
  const key = titles.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the titles are compared by their words
  useEffect(() => {
    const root = scroller.current
    if (!root) return
    const fromHash = () => {
      const part = document.getElementById(location.hash.slice(1))
      const id = part && titles.map(anchorOf).find((each) => document.getElementById(each)?.contains(part))
      if (!id) return
      chosen.current = true
      setCurrent(id)
    }
    const release = () => {
      chosen.current = false
    }
    fromHash()
    const read = new Set<string>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries)
          if (isIntersecting) read.add(target.id)
          else read.delete(target.id)
        const first = titles.map(anchorOf).find((id) => read.has(id))
        if (first && !chosen.current) setCurrent(first)
      },
      { root, rootMargin: '-25% 0px -74% 0px' },
    )
    for (const title of titles) {
      const section = document.getElementById(anchorOf(title))
      if (section) observer.observe(section)
    }
    const moves = ['wheel', 'touchmove', 'keydown'] as const
    const left = new AbortController()
    const { signal } = left
    for (const move of moves) root.addEventListener(move, release, { passive: true, signal })
    window.addEventListener('hashchange', fromHash, { signal })
    return () => {
      observer.disconnect()
      left.abort()
    }
  }, [key, scroller])
  const choose = (id: string) => {
    chosen.current = true
    setCurrent(id)
  }
  return [current, choose] as const
}
