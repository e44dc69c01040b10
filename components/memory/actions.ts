'use client'
import * as memory from '@/app/actions/memory'
import { safely } from '../ui/call-action'

export const server = safely(memory)
