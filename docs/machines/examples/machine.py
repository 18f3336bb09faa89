"""A machine of version 3 of the machine protocol, in Python 3.11 with paho-mqtt 1.6 or 2.

It follows docs/machines/README.md and passes the check of docs/machines/machine-check.md:
  npm run machine-check -- --url mqtt://localhost:1883 --id 12 --secret S --run "python3 docs/machines/examples/machine.py"
A real machine replaces `lift_rep`, the loads and the printed lines by its sensor, motor and screen.
"""

import base64, hmac, json, os, random, secrets, sqlite3, ssl, struct, sys, threading, time, uuid
from collections import deque
from datetime import datetime, timezone
from pathlib import Path
from urllib.parse import urlsplit

import paho.mqtt.client as mqtt

BROKER = urlsplit(os.environ["MACHINE_URL"])
NUMBER = os.environ["MACHINE_ID"]
SECRET = os.environ["MACHINE_SECRET"]
STORAGE = Path(os.environ["MACHINE_STORAGE"])
CLOCK_OFFSET_SECONDS = float(os.environ.get("MACHINE_CLOCK_OFFSET_SECONDS", "0"))

FIRMWARE = "example-python/1.0"
MIN_KG, MAX_KG, STEP_KG = 5, 150, 2.5
MEASURES = ["startMs", "concentricMs", "eccentricMs", "rangeMm", "meanVelocityMmPerS", "peakVelocityMmPerS"]
LIVE_MEASURES = ["concentricMs", "eccentricMs", "rangeMm", "meanVelocityMmPerS"]
DESCRIPTION = {"protocol": 3, "maker": "TANREN", "model": "Python example", "firmware": FIRMWARE, "measures": MEASURES,
               "loads": {"minKg": MIN_KG, "maxKg": MAX_KG, "stepKg": STEP_KG}}


def now():
    """Returns the clock of the machine in seconds. Durations are measured by time.monotonic()."""
    return time.time() + CLOCK_OFFSET_SECONDS


def to_text(seconds):
    return datetime.fromtimestamp(seconds, timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def nearest_load(kg, rounding=round):
    """Returns the nearest load of the machine, or with `int` the next smaller one."""
    if kg >= MAX_KG:
        return MAX_KG
    return max(MIN_KG, round(MIN_KG + rounding((kg - MIN_KG) / STEP_KG) * STEP_KG, 1))


def to_letters(data):
    return "".join("23456789ABCDEFGHJKLMNPQRSTUVWXYZ"[byte % 32] for byte in data)


def link_key():
    secret = base64.urlsafe_b64decode(SECRET + "=" * (-len(SECRET) % 4))
    return hmac.digest(secret, b"tanren link code", "sha256")


def link_code(minute):
    digest = hmac.digest(link_key(), struct.pack(">Q", minute), "sha1")
    offset = digest[-1] & 15
    number = struct.unpack(">I", digest[offset : offset + 4])[0] & 0x7FFFFFFF
    return f"{NUMBER}-{number % 1000000:06d}"


def new_claim_token():
    letters = to_letters(secrets.token_bytes(8))
    signature = hmac.digest(link_key(), f"tanren claim {NUMBER} {letters}".encode(), "sha256")
    return letters + to_letters(signature[:4])


def lift_rep():
    """Lifts once. A real machine waits for its sensor here."""
    started_at, start = now(), time.monotonic()
    time.sleep(0.25)
    ms = round((time.monotonic() - start) * 1000)
    lifting, path = ms * 2 // 5, 400
    mean = round(path * 1000 / lifting)
    measures = {"concentricMs": lifting, "eccentricMs": ms // 2, "rangeMm": path,
                "meanVelocityMmPerS": mean, "peakVelocityMmPerS": mean * 5 // 4}
    return started_at, start, {"ms": ms, **measures}


def without_measures(workout):
    """Returns the workout with the fields of version 1 only."""
    plain = [{"loadKg": s["loadKg"], "reps": [{"loadKg": r["loadKg"], "ms": r["ms"]} for r in s["reps"]]}
             for s in workout["sets"]]
    return {**workout, "sets": plain}


LOAD = (int, float, type(None))
COMMANDS = {
    "welcome": {"protocol": int, "at": str},
    "linked": {"connectionId": str, "nickname": str, "nextLoadKg": LOAD, "chosenByTrainer": bool,
               "recentBestKg": LOAD, "items": list},
    "unlinked": {"connectionId": (str, type(None))},
    "described": {"result": str},
    "held": {"initial": str, "until": str},
    "released": {},
}


def has_fields(message, fields):
    return isinstance(message, dict) and all(isinstance(message.get(name, ...), kind) for name, kind in fields.items())


def is_command(message):
    """Returns whether the machine understands a command. It ignores the others."""
    steps = message.get("items", []) if message["type"] == "linked" else []
    return (message["type"] in COMMANDS and has_fields(message, COMMANDS[message["type"]])
            and all(has_fields(step, {"loadKg": LOAD}) for step in steps))


class Storage:
    """JSON values by name in a database that survives a power cut."""

    def __init__(self, folder):
        self.database = sqlite3.connect(folder / "machine.db", isolation_level=None, check_same_thread=False)
        self.database.execute("PRAGMA synchronous = FULL")
        self.database.execute("CREATE TABLE IF NOT EXISTS entries (name TEXT PRIMARY KEY, value TEXT)")

    def read_all(self, names):
        rows = self.database.execute("SELECT name, value FROM entries WHERE name GLOB ? ORDER BY name", [names])
        return {name: json.loads(value) for name, value in rows}

    def read(self, name):
        return self.read_all(name).get(name)

    def write(self, name, value):
        self.database.execute("INSERT OR REPLACE INTO entries VALUES (?, ?)", [name, json.dumps(value)])

    def rename(self, name, new_name):
        self.database.execute("UPDATE entries SET name = ? WHERE name = ?", [new_name, name])

    def delete(self, name):
        self.database.execute("DELETE FROM entries WHERE name = ?", [name])


class Machine:
    """State of the machine. The main thread lifts, the other one speaks with the broker; both take `lock`."""

    def __init__(self):
        self.lock = threading.RLock()
        self.storage = Storage(STORAGE)
        self.waiting = self.storage.read_all("workout *")  # finished ones without an ack, oldest first
        self.sent = {}  # name of a workout: time of its last message in this connection, and whether it had measures
        self.outbox = deque()  # live messages; those of a lost connection are dropped
        self.link = None
        self.load_kg, self.wanted_kg = MIN_KG, None
        self.is_held, self.is_lifting = False, False  # a command lifts; a set is running
        self.bout, self.bout_started_at, self.bout_start, self.last_rep = None, 0, 0, 0
        self.is_used, self.last_use, self.hold_end = False, 0, None  # used without a link; end of the shown hold
        self.shown_minute = 0
        self.last_live, self.is_leaving = 0, False
        if self.storage.read("bout"):
            self.close_bout()
        self.start_connection()

    # Lifting

    def lift(self, reps, kg):
        with self.lock:
            self.load_kg, self.is_held = nearest_load(kg), True
            self.begin_set()
        for _ in range(reps):
            rep = lift_rep()
            with self.lock:
                self.count_rep(*rep)
        with self.lock:
            self.is_held = False
            self.end_set()
            if self.wanted_kg is not None:
                self.set_load(self.wanted_kg)

    def begin_set(self):
        if self.bout and len(self.bout["message"]["sets"]) == 50:
            self.finish_bout()
        if self.bout is None:
            owner = {"connectionId": self.link["connectionId"]} if self.link else {"claimToken": new_claim_token()}
            topic = "workouts" if self.link else "unlinked-workouts"
            self.bout = {"topic": topic, "message": {"workoutUuid": str(uuid.uuid4()), **owner, "sets": []}}
        self.bout["message"]["sets"].append({"loadKg": self.load_kg, "reps": []})
        self.is_lifting = True
        self.publish_live("set-started")

    def count_rep(self, started_at, start, rep):
        if not self.is_lifting:  # A link or its end has ended the bout during this set.
            self.begin_set()
        message, current = self.bout["message"], self.bout["message"]["sets"][-1]
        if "startedAt" not in message:
            message["startedAt"] = to_text(started_at)
            self.bout_started_at, self.bout_start = started_at, start
        rep = {"loadKg": self.load_kg, "startMs": round((start - self.bout_start) * 1000), **rep}
        if not current["reps"]:
            current["startMs"] = rep["startMs"]
        current["reps"].append(rep)
        message["endedAt"] = to_text(self.bout_started_at + (rep["startMs"] + rep["ms"]) / 1000)
        self.storage.write("bout", self.bout)
        self.last_rep = time.monotonic()
        self.publish_live("rep")
        if not self.link and not self.is_used:
            self.publish_use(True)
        if self.link and self.version >= 2:
            measures = [{name: each[name] for name in LIVE_MEASURES} for each in current["reps"]]
            self.outbox.append(("rep-measures", {
                "type": "measured", "connectionId": message["connectionId"], "workoutUuid": message["workoutUuid"],
                "set": len(message["sets"]), "reps": measures}))
        if len(current["reps"]) == 200:
            self.end_set()

    def end_set(self):
        if self.is_lifting:
            self.is_lifting = False
            if not self.bout["message"]["sets"][-1]["reps"]:
                self.bout["message"]["sets"].pop()
            self.publish_live("set-ended")

    def finish_bout(self):
        self.end_set()
        if self.bout:
            if self.bout["message"]["sets"]:
                self.close_bout()
            self.bout = None
            if self.is_used:
                self.publish_use(False)
            self.publish_live("state")

    def close_bout(self):
        """Moves the running bout to the finished workouts. After a power cut it ends with its last written rep."""
        last = self.storage.read("last workout") or 0
        self.storage.write("last workout", last + 1)
        name = f"workout {last + 1:08d}"
        self.storage.rename("bout", name)
        self.waiting[name] = self.storage.read(name)
        token = self.waiting[name]["message"].get("claimToken")
        if token:
            print(f"Claim code: C{NUMBER}-{token[:4]}-{token[4:8]}-{token[8:]}", flush=True)

    def set_load(self, kg):
        if self.is_held:
            self.wanted_kg = kg  # The load hangs in somebody's hands. It is set after the lift.
        else:
            self.load_kg, self.wanted_kg = kg, None
        self.publish_live("state")

    # Messages of the server

    def receive(self, topic, payload):
        try:
            message = json.loads(payload)
        except ValueError:
            return
        with self.lock:
            if topic == "acks" and has_fields(message, {"workoutUuid": str, "result": str}):
                self.take_ack(message)
            elif topic == "commands" and has_fields(message, {"type": str}) and is_command(message):
                self.is_answered = self.is_answered or message["type"] in ("linked", "unlinked")
                getattr(self, f"take_{message['type']}")(message)

    def take_welcome(self, welcome):
        if self.version == 1:
            self.publish("description", DESCRIPTION)
        self.version = min(3, welcome["protocol"])
        try:
            difference = now() - datetime.fromisoformat(welcome["at"]).timestamp()
        except ValueError:
            return
        if abs(difference) > 60:
            print(f"Call the staff: the clock is wrong by {round(difference)} s.", flush=True)

    def take_described(self, answer):
        if answer["result"] == "rejected":
            print(f"The server rejects the description: {answer.get('detail')}", flush=True)

    def take_held(self, command):
        """Shows who is next. It locks nothing: everybody lifts and links as always."""
        try:
            seconds = datetime.fromisoformat(command["until"]).timestamp() - now()
        except ValueError:
            return
        self.hold_end = time.monotonic() + min(120, seconds)
        initial = "".join(letter for letter in command["initial"] if letter.isprintable())
        print(f"{initial}さん、次にどうぞ" if initial else "次の方、どうぞ", flush=True)

    def take_released(self, _command=None):
        if self.hold_end is not None:
            self.hold_end = None
            print("Nobody is next.", flush=True)

    def take_linked(self, command):
        old = self.link
        if old and old["connectionId"] == command["connectionId"]:
            self.link = {**old, "command": command}
            self.follow_menu(old["command"], command)
            return
        stored = self.storage.read("link")  # perhaps of the same link before a power cut
        self.end_link()
        self.take_released()
        if not stored or stored["connectionId"] != command["connectionId"]:
            stored = {"connectionId": command["connectionId"], "linkedAt": now(), "seq": -1}
        self.link = {**stored, "command": command}
        print(f"Linked: {command['nickname']}", flush=True)
        self.set_load(self.safe_load(command["nextLoadKg"]))

    def follow_menu(self, before, command):
        step = command["items"][0]["loadKg"] if command["items"] else None
        is_by_trainer = command["chosenByTrainer"] or before["chosenByTrainer"]
        if self.bout:
            return
        if command["items"] != before["items"] and step is not None:
            self.set_load(self.safe_load(step))
        elif command["nextLoadKg"] != before["nextLoadKg"] and is_by_trainer:
            self.set_load(self.safe_load(command["nextLoadKg"]))

    def end_link(self):
        """Ends the bout first. Its workout still has the link, but no live message of it follows."""
        self.link = None
        self.outbox.clear()
        self.finish_bout()
        self.storage.delete("link")

    def safe_load(self, kg):
        """Returns the load to set. A heavy one waits until the member chooses it on the machine."""
        best, load = self.link["command"]["recentBestKg"], nearest_load(MIN_KG if kg is None else kg)
        if best is not None and load > 1.25 * best:
            print(f"{load} kg is much more than your best of {best} kg. Choose it to confirm.", flush=True)
            return nearest_load(best, int)
        return load

    def take_unlinked(self, command):
        stored = self.storage.read("link")
        if stored and command["connectionId"] in (None, stored["connectionId"]):
            self.end_link()

    def take_ack(self, ack):
        name = next((n for n, w in self.waiting.items() if w["message"]["workoutUuid"] == ack["workoutUuid"]), None)
        if name is None:
            return
        workout, reason = self.waiting[name], ack.get("reason")
        if ack["result"] == "rejected" and reason == "invalid_shape" and self.sent.get(name, (0, False))[1]:
            workout["plain"] = True
            self.storage.write(name, workout)
            del self.sent[name]  # It is sent again at once.
        elif ack["result"] == "rejected":
            print(f"A workout was rejected: {reason}", flush=True)
            self.storage.write(name, {**workout, "reason": reason})
            self.storage.rename(name, f"rejected {name}")
            del self.waiting[name]
        elif ack["result"] in ("stored", "duplicate"):
            self.storage.delete(name)
            del self.waiting[name]

    # Messages to the server

    def publish(self, topic, message, qos=1):
        self.client.publish(f"tanren/machines/{NUMBER}/{topic}", json.dumps(message), qos)

    def publish_live(self, kind):
        if not self.link:
            return
        tenths = int((now() - self.link["linkedAt"]) * 10)
        self.link["seq"] = max(self.link["seq"] + 1, tenths)
        self.storage.write("link", self.link)
        message = self.bout["message"] if self.bout else {"workoutUuid": None, "sets": []}
        loads = [rep["loadKg"] for s in message["sets"] for rep in s["reps"]]
        sets = [{"loadKg": s["loadKg"], "reps": len(s["reps"])} for s in message["sets"]]
        self.outbox.append(("live", {
            "type": kind, "connectionId": self.link["connectionId"], "workoutUuid": message["workoutUuid"],
            "seq": self.link["seq"], "at": to_text(now()), "loadKg": self.load_kg, "lifting": self.is_lifting,
            "sets": sets, "max": max(loads, default=0), "tfo": round(sum(loads), 1)}))
        self.last_live = time.monotonic()

    def publish_use(self, in_use):
        """Says whether somebody lifts without a link. The message names nobody."""
        self.is_used, self.last_use = in_use, time.monotonic()
        if self.is_ready and self.version >= 3:
            self.outbox.append(("use", {"inUse": in_use, "at": to_text(now())}))

    def status(self, state):
        return {"state": state, "firmware": FIRMWARE, "session": self.session}

    def publish_online(self):
        self.publish("status", self.status("online"))
        self.last_online = time.monotonic()

    def watch_bout(self):
        """Ends a bout that nobody continues, and shows the code of this minute."""
        if self.bout and not self.link and not self.is_held and time.monotonic() - self.last_rep > 300:
            self.finish_bout()
        if self.hold_end is not None and time.monotonic() >= self.hold_end:
            self.take_released()
        minute = int(now() // 60)
        if not self.link and not self.bout and minute != self.shown_minute:
            self.shown_minute = minute
            print(f"Link code: {link_code(minute)}", flush=True)

    def send_due(self):
        """Publishes what is due. It runs several times a second while the machine is connected."""
        moment = time.monotonic()
        if not self.is_answered and moment - self.last_online >= 5:
            self.publish_online()
        if self.version < 3 and not self.link and not self.bout and moment - self.last_online >= 600:
            self.publish_online()
        if self.is_used and moment - self.last_use >= 60:
            self.publish_use(True)
        if self.link and moment - self.last_live >= 20:
            self.publish_live("state")
        while self.outbox:
            self.publish(*self.outbox.popleft(), qos=0)
        if self.version >= 2 or self.is_answered or moment - self.connected_at >= 5:
            for name in list(self.waiting)[:20]:
                if name not in self.sent or moment - self.sent[name][0] >= 30:
                    has_measures = self.version >= 2 and not self.waiting[name].get("plain")
                    message = self.waiting[name]["message"]
                    self.sent[name] = (moment, has_measures)
                    self.publish(self.waiting[name]["topic"], message if has_measures else without_measures(message))

    # Connection

    def start_connection(self):
        """Forgets the last connection. Until `welcome` the server speaks version 1."""
        self.is_ready, self.is_answered, self.version = False, False, 1
        self.connected_at = self.last_online = time.monotonic()
        self.sent.clear()
        self.outbox.clear()
        self.session = max((self.storage.read("session") or 0) + 1, int(now() * 1000))
        self.storage.write("session", self.session)
        options = {"client_id": NUMBER, "clean_session": True, "protocol": mqtt.MQTTv311}
        if hasattr(mqtt, "CallbackAPIVersion"):  # paho-mqtt 2
            options["callback_api_version"] = mqtt.CallbackAPIVersion.VERSION2
        self.client = mqtt.Client(**options)  # a new one, because paho would send old messages again
        self.client.username_pw_set(NUMBER, SECRET)
        self.client.will_set(f"tanren/machines/{NUMBER}/status", json.dumps(self.status("offline")), 1)
        if BROKER.scheme == "mqtts":
            self.client.tls_set_context(ssl.create_default_context())  # SSL_CERT_FILE names another certificate
        self.client.on_connect = self.on_connect
        self.client.on_subscribe = self.on_subscribe
        self.client.on_message = lambda _client, _data, m: self.receive(m.topic.rsplit("/", 1)[1], m.payload)

    def on_connect(self, client, _data, _flags, code, *_):
        if code == 0:
            client.subscribe([(f"tanren/machines/{NUMBER}/{topic}", 1) for topic in ("acks", "commands")])

    def on_subscribe(self, client, _data, _mid, granted, *_):
        if all(code == 1 for code in granted):
            self.is_ready, self.connected_at = True, time.monotonic()
            self.publish_online()
        else:
            client.disconnect()  # It tries again later.

    def run_connections(self):
        port, delay = BROKER.port or (8883 if BROKER.scheme == "mqtts" else 1883), 0.5
        while True:
            try:
                self.client.connect(BROKER.hostname, port, keepalive=30)
                while self.client.loop(0.05) == mqtt.MQTT_ERR_SUCCESS:
                    with self.lock:
                        self.watch_bout()
                        if self.is_leaving:
                            break
                        if self.is_ready:
                            self.send_due()
                            delay = 0.5
            except OSError:
                pass
            if self.is_leaving:
                self.publish("status", self.status("offline"))
            self.client.disconnect()
            if self.is_leaving:
                return
            time.sleep(delay * random.uniform(0.5, 1))
            delay = min(30, delay * 2)
            with self.lock:
                self.watch_bout()
                self.start_connection()


def main():
    machine = Machine()
    connections = threading.Thread(target=machine.run_connections, daemon=True)
    connections.start()
    for line in sys.stdin:
        words = line.split()
        if words[:1] == ["lift"]:
            machine.lift(int(words[1]), float(words[2]))
        elif words == ["finish"]:
            with machine.lock:
                machine.finish_bout()
        print("ok", flush=True)
    with machine.lock:
        machine.finish_bout()
        machine.is_leaving = True
    connections.join(5)


if __name__ == "__main__":
    main()
