const key = 'updated-to'

/** For which version this tab was loaded again last: behind two servers of two versions it would never end. */
export function wasTried(page: string): boolean {
  try {
    return sessionStorage.getItem(key) === page
  } catch {
    // Without a memory nothing is done by itself.
    return true
  }
}

export function noteTry(page: string): void {
  try {
    sessionStorage.setItem(key, page)
  } catch {
    // Then it is done by hand; see above.
  }
}
