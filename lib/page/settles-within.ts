/** Whether the work is over, well or not, before so many milliseconds have passed. Never throws. */
export async function settlesWithin(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  const over = () => true;
  try {
    return await Promise.race([work.then(over, over), late]);
  } finally {
    clearTimeout(timer);
  }
}
