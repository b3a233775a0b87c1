// What this device keeps without network, in IndexedDB: evenings, and each tap since they were taken along.
// A tap is kept before anything is shown of it. One tab writes at a time: it holds a lease, which is looked at in the
// same transaction as each tap, so that no two can keep a tap in the same place.

const NAME = "chouette-offline";
const LEASE = 6000;
let database = null;

const settled = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

const opened = async () => {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("evenings", { keyPath: "id" });
    request.result.createObjectStore("entries", { keyPath: ["evening", "place"] });
  };
  database ??= await settled(request);
  return database;
};

// Runs `work` in one transaction and waits until it is on the disk.
const inOne = async (mode, work) => {
  const transaction = (await opened()).transaction(["evenings", "entries"], mode, { durability: "strict" });
  const done = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error ?? new Error("aborted"));
  });
  done.catch(() => {});
  let answer;
  try {
    answer = await work(transaction.objectStore("evenings"), transaction.objectStore("entries"));
  } catch (error) {
    try { transaction.abort(); } catch { /* it has ended by itself, which says why */ }
    await done.catch((reason) => { throw error.name === "AbortError" ? reason : error; });
    throw error;
  }
  await done;
  return answer;
};

const of = (id) => IDBKeyRange.bound([id], [id, []]);

export const evenings = () => inOne("readonly", (rows) => settled(rows.getAll()));

export const evening = (id) => inOne("readonly", (rows) => settled(rows.get(id)));

export const keep = (record) => inOne("readwrite", (rows) => settled(rows.put(record)));

export const forget = (id) => inOne("readwrite", async (rows, entries) => {
  await settled(entries.delete(of(id)));
  await settled(rows.delete(id));
});

export const entriesOf = (id) => inOne("readonly", async (_rows, entries) => (await settled(entries.getAll(of(id)))).map(({ entry }) => entry));

const taken = ({ lease }, tab) => lease && lease.tab !== tab;

// Takes the lease; `over` takes it from another tab. It is refused as "elsewhere".
export const lease = (id, tab, over = false) => inOne("readwrite", async (rows) => {
  const record = await settled(rows.get(id));
  if (!record) throw new Error("gone");
  if (!over && taken(record, tab) && record.lease.until > Date.now()) throw new Error("elsewhere");
  await settled(rows.put({ ...record, lease: { tab, until: Date.now() + LEASE } }));
  return record;
});

// Holds the lease for another while. A tab from which it was taken does not get it back when it ends, but is told.
export const renew = (id, tab) => inOne("readwrite", async (rows) => {
  const record = await settled(rows.get(id));
  if (!record) throw new Error("gone");
  if (taken(record, tab)) throw new Error("elsewhere");
  await settled(rows.put({ ...record, lease: { tab, until: Date.now() + LEASE } }));
});

export const release = (id, tab) => inOne("readwrite", async (rows) => {
  const record = await settled(rows.get(id));
  if (record?.lease?.tab === tab) await settled(rows.put({ ...record, lease: null }));
});

// Keeps one tap, as the next in its evening.
export const add = (id, tab, place, entry) => inOne("readwrite", async (rows, entries) => {
  const record = await settled(rows.get(id));
  if (!record) throw new Error("gone");
  if (taken(record, tab)) throw new Error("elsewhere");
  await settled(entries.add({ evening: id, place, entry }));
  await settled(rows.put({ ...record, lease: { tab, until: Date.now() + LEASE } }));
});
