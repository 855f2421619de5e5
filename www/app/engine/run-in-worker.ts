// One job in a worker, which is replaced where it dies. Workers that are asked again and again have
// a port instead (see worker-port.ts).
import {
  DeadWorkerError,
  MAX_DEATHS,
  NoWorkerError,
  startWorker,
  type WorkerHandle,
} from './watchdog.ts';

/**
 * Runs a job in a worker; if the worker dies, another one starts it again.
 * @param url of the worker's script
 * @param job `listen` sets the listener for the worker's messages
 * @returns rejects if the job does, if the signal is aborted, or with a DeadWorkerError if too many
 *   workers have died
 */
export async function runInWorker<T>(
  url: string,
  signal: AbortSignal,
  job: (worker: WorkerHandle, listen: (onMessage: (message: any) => void) => void) => Promise<T>,
): Promise<T> {
  for (let deaths = 1; ; deaths++) {
    let onMessage: (message: any) => void = () => {};
    let worker: WorkerHandle | undefined;
    let died = false;
    try {
      return await new Promise((resolve, reject) => {
        signal.throwIfAborted();
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        worker = startWorker(
          url,
          (message) => onMessage(message),
          (reason) => {
            died = true;
            reject(reason);
          },
        );
        job(worker, (next) => (onMessage = next)).then(resolve, reject);
      });
    } catch (error) {
      if (!died || signal.aborted || error instanceof NoWorkerError) throw error;
      if (deaths === MAX_DEATHS) throw new DeadWorkerError(String(error));
      console.warn('A worker is replaced:', error);
    } finally {
      worker?.terminate();
    }
  }
}
