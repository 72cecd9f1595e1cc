import type { GuideTexts } from "./chapters";

export const ENGLISH: GuideTexts = {
  chapters: {
    start: "Getting started",
    monitoring: "Monitoring",
    exceptions: "Exceptions and alarms",
    goods: "Goods",
    orders: "Work orders",
    analysis: "Analysis",
    organisation: "Organisation",
    carriers: "Carriers",
    devices: "Devices",
    accounts: "Accounts",
    system: "System",
    logs: "Logs",
  },
  topics: {
    first_steps: [
      "First steps",
      `
A **carrier** is what is kept cold: a fridge, a cold store, a vehicle. A **device** measures in it. A **range** says which values are allowed. Outside of it an **exception** begins, and an **alarm trigger** decides who is told.

## A normal day
1. Look at [home](/home). One sentence at the top says whether all is well.
2. If not, open the exception, go and look, and **acknowledge** it with a word about what you found. The repeats stop.
3. When the values are back, **handle** it: reason and measures. It is then on record.

## Setting up
- [The setup wizard](#setup_wizard) takes one device from its box to the first reading.
- Then [ranges](#ranges), [contacts](#contacts) and [an alarm trigger](#alarm_triggers).
- Last, **send a test alarm**: at the end of the wizard, on home, or from the page of the carrier.

## Finding things
- **Ctrl K** searches for pages, carriers and devices from anywhere.
- The **?** at the top explains the page that you are on.
- You see the pages that your role allows. If one is missing, ask your administrator.
`,
    ],
    colours: [
      "What the colours mean",
      `
A colour never stands alone: an icon or a word says the same.

- {normal|Normal} All values are within their range.
- {warning|Warning} Something needs a look soon: an early warning, a calibration that ends.
- {above|Above maximum} A value is over its upper limit.
- {below|Below minimum} A value is under its lower limit. Frost can do more harm than warmth.
- {critical|Critical} Act now.
- {offline|Offline} Nothing has been heard for too long. The last value may be out of date.
- {paused|Paused} Alarms are switched off or paused, or the carrier is not in use.

A value in grey is **stale**: beside it stands how old it is. When a value changes, its background lights up once.

The dot at the top shows the connection: as long as it says live, everything updates by itself.
`,
    ],
    lists: [
      "Lists, views and keys",
      `
All lists work in the same way.

## Filters
- Type into the search field: the list follows at once.
- Each filter in use is a chip with its own control. **Add filter** has the others; the cross of a chip removes it, **Reset** all of them.
- The address holds the filters: send it to a colleague, or go back in the browser.

## Saved views
**Views** beside the filters keeps them under a name, for this list.
- A view is yours alone. Accounts that see the whole customer can share one with all of its users.
- A view shows no more than your role allows.

## Files
**Export** makes a file of what the list shows, all pages of it, and can be [scheduled](#export_tasks). See [exports and downloads](#downloads).

## Keys
- **Ctrl K** finds pages, carriers and devices. **?** shows the keys of this page.
- **/** goes to the search field, **J** and **K** to the next and previous row, **Enter** opens it, **X** selects it, **C** creates a record.
- **G** and a letter go to a page.
- Single keys do nothing while you type, and can be switched off in the same sheet.
`,
    ],
    home: [
      "Home",
      `
The first page answers one question: is everything all right? The sentence at the top counts the carriers that are watched and names those with an exception.

## What to do next
- A carrier with a colour: click it to see live values and the open exception.
- **Latest exceptions**: acknowledge from here, or open all of them.
- Grey counts are carriers without data. Check power and gateway first.

## Changing the page
There are five styles: map, list, statistics, sensors and dashboards. Choose one under **Home settings** in the menu of your name. Only your own account changes. On a dashboard you arrange cards as you need them.
`,
    ],
    list_data: [
      "List data",
      `
All carriers with their live values, the worst on top. Values update by themselves.

- The strip at the top counts by state; click a count to see only those.
- The line under a name says why it stands there, as “temperature above 8 °C for 12 min”.
- {paused|Paused} means that nobody is told, although values still come in.

## What to do next
1. Click a row for the live window, or the chart icon for [history](#history).
2. Tick several rows to compare their curves.
3. The bell switches the alarm of a carrier on, off or pauses it, up to 7 days. A reason is asked for and logged.

When the order has changed while you read, a button offers the new one: rows do not jump under your hand.
`,
    ],
    map_data: [
      "Map data",
      `
Where carriers are, in the colour of their state. Numbers are several close together: click to zoom in. The worst state inside gives the colour.

- Vehicles stand where they were last heard, and move as positions come in.
- Fixed carriers stand where they were entered, or at the map node of their place.
- Carriers without a place are counted beside the map.

Click a carrier for its values, its exception and the way to its track or history.
`,
    ],
    live_data: [
      "Live data of a carrier",
      `
One carrier, second by second: its values with their limits, the curve of the last hours, door and power, and open exceptions.

- Dashed lines are the limits. What lies outside is shaded in {above|orange} or {below|blue}.
- A gap in the curve is time without data, not a value of 0.
- The signal and the battery of the sensor stand beside the value.

If a value is grey, look at when it came. Then check the sensor’s battery and its gateway under [devices](#devices).
`,
    ],
    history: [
      "History",
      `
Readings of one or more carriers over any time: chart, table, figures and file.

## Reading the chart
- Turn the wheel, or pinch, to zoom; drag to move. Finer data loads by itself.
- Over long spans a band shows lowest and highest behind the mean, so no peak is hidden.
- Gaps stay open. Shaded parts are outside the range.

## Figures
Lowest, highest, mean, time outside, completeness and **mean kinetic temperature**, which weighs warm hours more, as medicines do.

## What to do next
- Export the span as a file for an inspector.
- Values that were taken out by a rule are shown struck through and do not count.
- Files read from loggers can be laid over the curve; they are marked as imported.
`,
    ],
    downloads: [
      "Exports and downloads",
      `
**Export** above a list, a track or the history makes a file of what the list shows, all pages of it: CSV for any program, Excel for a spreadsheet.

- A small file is saved by the browser within seconds. A large one is made in the background; the top bar shows how far it is, and you can go on working.
- [Downloads](/download) has all your files: take them again, cancel one that is being made, delete those that you no longer need. Nobody else sees them.
- A file is kept for the days of the parameter **Keep export files**, then it is deleted.
- If your permissions change before the file is made, it fails; if they change afterwards, you can no longer take it.
- Who made a file and each time it was taken is in the [system log](/noti/sysLog), with its SHA-256 sum.
`,
    ],
    tracks: [
      "Tracks and geofences",
      `
The track of a vehicle shows where it went and how cold it was, on one time axis. Play it at 1 to 10 times the speed; stops are listed.

A **geofence** is an area, a circle or a polygon. The console notes when a vehicle enters or leaves it.

1. Draw the area on the map and name it.
2. Choose for which vehicles it counts.
3. Its events stand below and in the track. A new or changed area also judges all stored positions.
4. To notify somebody, add a geofence condition to an alarm trigger: entered or left, and for how long.

No positions? The sensor needs GPS, and positions must be switched on for the vehicle.
`,
    ],
    device_data: [
      "Device data",
      `
All devices by state, so that a failing one is found before it costs readings.

- {offline|Offline} Nothing was heard for longer than its report interval allows.
- {warning|Warning} Weak signal, low battery, or a calibration that ends soon.
- Behind one silent gateway often stand many silent sensors: begin with the gateway.

Open a device to see its connection, its configuration and where it is mounted.
`,
    ],
    overview: [
      "Overview for the wall",
      `
Made for a screen on the wall: large counts, the worst first, readable from two metres.

- Press the full-screen button and leave it running. It needs no touching.
- If all is green, nobody has to do anything. If something has a colour, its name and reason stand beside it.
- If the connection breaks, the page says so and comes back by itself.

Give the wall an account of its own with few rights: a second login of your account would end the first.
`,
    ],
    query_codes: [
      "Query codes",
      `
A **query code** shows one carrier or sensor to people without an account: a patient, a driver, an inspector, a customer. They scan a QR code or open a link; there is nothing to install and no login.

## Make codes
1. **New code**, then the kind: a **record** of a period, a **live view**, or a **wall display** of a place.
2. Choose carriers or sensors; each gets a code of its own, up to 100 at once.
3. Choose what strangers see. What is not ticked is not on the page, not even in its source.
4. Say how long it is valid. A **PIN** and a number of **openings** protect it further.
5. Print the labels, or copy the link. Labels can be printed again at any time.

## Keep them
- Click a code to see **every opening**: when, from which address, and attempts with a wrong PIN.
- **Revoke** ends it at once, on open screens too.
- {normal|Active} {paused|Expired, used up, revoked}

The **proof** on a record is a fingerprint of all its readings. The file below it has the same one, so anybody can check that nothing was changed.

A wall display runs without a login until it is revoked, and comes back by itself after a restart.
`,
    ],
    exception_records: [
      "Exceptions: acknowledge and handle",
      `
An exception is one time that something was wrong: from when to when, how far, for how long, and who was told.

## Two questions
- Is it still going on? **Open** or **cleared**. The values alone decide that.
- Has somebody seen it? **Acknowledge** with a comment, and with the cause if you know it. Repeated messages then stop, and nobody higher up is called. Before you do, you see the value, the limits, the trend and who is notified next. It works wherever an open exception is shown: here, on the home page, on the carrier's page, in its live window, in a pop-up and by the link of a message.

## Handling
When it is over: choose the reason, write what was done, and say whether it was confirmed, suspected or excluded. It is then **processed**, and can be closed or opened again.

Select several rows to acknowledge, handle or delete them together: all or none.

## Deleting
An exception that has ended can be deleted with a reason, unless its closing was signed. It leaves the lists and counts; reports, archives, statistics and the audit trail keep it. Set **Deleted** to **Shown as well** to see it.

## Severity
{critical|Critical} and major ones come first. The severity is that of the alarm trigger.

Reasons to choose from are kept under [exception reasons](/abnormal/abnormalcause). The last one cannot be deleted.
`,
    ],
    alarm_triggers: [
      "Alarm triggers",
      `
A trigger says **when** something is an alarm and **who** is told **when**. A carrier has one at most; without one it raises none.

1. Choose the severity.
2. Add conditions: range, cumulative time outside, no data, door or power, an early warning, or a geofence.
3. Give each its delay. Five to ten minutes keep a short opening of the door from calling anybody.
4. Choose days and hours.
5. Write the notification plan: minutes after the start, a level of a contact group or [who is on duty](#duty_rota), channels, repeats. Rows lie more than 30 minutes apart; a later one is skipped once somebody has acknowledged.
6. Bind carriers and look at the preview: it shows what would have been raised lately.
7. **Send a test alarm** from the page of the carrier, beside its notification plan: it shows who would be notified now, who would not and why, and follows each delivery. The messages say that they are a test; no exception is raised.

**Connection and power** (above the list) needs no trigger: every device in use is watched, and a gateway that reports a power failure; a device that reports more slowly than agreed is a warning. Set there how severe that is and who is notified; without rows signed-in users see a pop-up. It can be switched off.

More in [how alarm triggers work](/atinstruction).
`,
    ],
    alarm_record: [
      "Alarm record",
      `
The [alarm record](/arch/alarmRecord) shows the alarms of a place over time, and whose the devices were at each instant.

1. Choose a node or a carrier, and a time.
2. The lanes show which device was there from when until when: own, borrowed or lent, with the alarms on them.
3. Each alarm says whose its device was when it began. Its name leads to all alarms of that carrier.
`,
    ],
    silences: [
      "Silences for maintenance",
      `
A silence keeps alarms back for a while, on purpose: defrosting, cleaning, moving. Readings and exceptions are still recorded; only nobody is called.

1. Say what is silenced: a place, carriers or devices.
2. Say from when to when, and why.
3. It ends by itself. End it earlier when the work is done sooner.

> For one carrier right now, the bell in [list data](#list_data) is quicker.
`,
    ],
    invalid_data: [
      "Invalid-data rules",
      `
Sensors sometimes send what cannot be: a fault value such as −127 °C, or a jump of 40 degrees in a minute. A rule recognises it.

- Such readings are kept, shown struck through, and left out of alarms and figures.
- Nothing is lost: a reading can be restored.
- A rule can be applied to what is already stored; the preview shows how many readings it would take.

Write rules narrowly. A real excursion must never be taken for a fault.
`,
    ],
    lots: [
      "Products and lots",
      `
A **product** says which temperatures are allowed, and for how long; a **lot** is a batch of it. For each lot there is one answer: **may it still be used?**

- {normal|May be used}: all its time lies within what the product allows.
- {warning|Quarantine}: it is still out of range, was at a temperature for which the product says nothing, or went unobserved for too long. Set it apart until a person decides.
- {critical|Do not use}: it has expired, was frozen, or was out of range for longer than allowed.

## Placing lots
1. Create the [product](/goods/product) first. Presets are published figures with their source; what counts is the label.
2. Register the [lot](/goods/lot) and choose or scan its carrier, or import a sheet.
3. To move it, choose the new carrier: the former placement ends.

## The arithmetic
- Time is added up from measured values over all carriers. Of several probes, for each limit the one that was beyond it for longest counts.
- Time that nobody observed never counts as good. It is listed.
- The mean kinetic temperature is that of the worst window: 30 days or 24 hours. There is none below 90 % observed, or after freezing.

## Deciding
**Release**, **discard**, **ask the maker** and **add minutes back** need a reason and a signature. A new excursion after a release changes the answer again.
`,
    ],
    transports: [
      "Transports",
      `
A **transport** brings goods from a consignor to a consignee. It knows its stops, its vehicle, its lots, and how warm they were on the way.

## From plan to proof
1. Plan it in [Transports](/goods/transport): stops with places and times, the vehicle, the lots. A warehouse system can send it with POST /service/transport; a sheet can be imported; a [geofence](/databoard/geofence) can begin one when a vehicle leaves it.
2. **Load** proves that the vehicle was in range for the required time before.
3. Departure and arrival are noticed from the positions. They can be entered by hand as well.
4. The [board](/goods/transportBoard) shows all that is on the way: place, temperature, time until it leaves its range, expected arrival and delay. What needs attention comes first.

## The transport code
The slip has a QR code. The receiver scans it, sees the journey, and **accepts**, **accepts with a remark** or **refuses**, with a name and a signature, without an account. Without a connection the answer stays on the phone and is sent later, once.

- A lost slip: **New code** makes the printed one void.
- The answer is signed. If it is changed later, the transport says so.
- Whoever planned the transport, and the consignor whose e-mail it has, get a mail at once when the receiver refuses or remarks.
- **Report (PDF)** in the file of a transport makes one document of the journey, the readings, the lots and the hand-over.

## Whether the load is good
- {normal|Usable}: every minute was measured and in range, or all lots are usable.
- {warning|Quarantine}: it was out of range, or not measured all the time.
- {critical|Not usable}: at least one lot must not be used.
`,
    ],
    work_orders: [
      "Work orders",
      `
A **work order** is work that somebody has to do at a carrier, a device or a place.

## From alarm to repair
1. Open an [exception](/abnormal/dataex) and press **Work order**, then **Submit**: carrier, device and exception are attached. Others are submitted in [Work orders](/order/workOrder).
2. Whom it is assigned to gets a message. Without an assignment, whoever **accepts** it first has it.
3. On site: take photos, write a comment, and press **Done** with what was done.
4. Whoever ordered it **confirms** the result or **sends it back**, and rates it with stars.

- [My round](/order/round) shows what you have to do by site and place.
- There is a warning before the due time, and a message when it is over.
- **Cancel** needs a reason. What somebody has accepted stays on record.
- Each number of the [statistics](/order/workOrderStatistic) leads to its orders.
`,
    ],
    work_order_rules: [
      "Work order rules",
      `
A **rule** submits a work order by itself: for an exception that nobody has handled for so long, a device that is silent, a calibration that ends, a low battery, or a verification that is due.

- There is at most one open order for each cause.
- A rule has a person or a group, and a due time. Switch it off at any time; its orders stay.
`,
    ],
    verifications: [
      "Verifications",
      `
A **verification** (mapping) measures a cold store, vehicle, box or fridge at many points at once: how warm it is where, and how long it stays within its limits.

1. [New verification](/arch/verificationTask): carrier, limits, sampling and duration.
2. **Plan**: enter the size, take a preset, let points be suggested, move them and give each a calibrated device. A start is refused with too few points, a device in two verifications, or a calibration that ends before.
3. **Start**. The record begins when all devices have reported. Note when a door was opened or the power cut.
4. When it ends, the readings are frozen with a hash. Check the figures, compare them with the last verification, and **confirm**. The **report** has plan, figures and pictures, and is signed.

- **Deviation**: highest and lowest value minus the setting. **Fluctuation**: ± half of the largest change at one point. **Uniformity**: mean difference between points.
- [Verifications due](/arch/verificationDue) lists what is due again; a [rule](/order/workOrderRule) can submit the work order.
- [Point presets](/arch/verificationPreset) come from secondary sources: check them against the text that applies to you.
`,
    ],
    monitor_tasks: [
      "Monitor tasks",
      `
A **monitor task** checks on a schedule which devices are offline: sensors by the family of their radio, gateways, displays or relays.

1. In [Monitor tasks](/arch/task), press **New monitor task** and choose what it looks for, and where.
2. Choose the days (once, daily, weekly, monthly), the time, and an interval at which it checks again.
3. Choose what follows: an exception, a message to contacts, a work order. Without any, findings are only recorded.

- **Run now** checks at once. A running task cannot be deleted: stop it first.
- Each run names the devices that were offline; [Monitor findings](/arch/taskFinding) lists those of all tasks. They lead to device, carrier, exception and work order.
- From a device behind an offline gateway nothing follows: that is the gateway's matter.
- A silence has one exception and one open work order, whoever asked for it.
- Checks missed while the system was down are named in the next run. Runs are kept for 90 days.
`,
    ],
    statistics: [
      "Statistics",
      `
How well was everything kept in a period? Figures by place, type, carrier or probe, weighted by the time for which each value held.

- **Pass rate** is the time within range ÷ the time observed. Gaps are not observed; **completeness** says how much was.
- **MKT** is the mean kinetic temperature over the whole period that is shown.
- Arrows compare with the period of the same length before.
- A name leads one step deeper: from a place to its carriers, to their probes, to the readings.
- **Hours by days** shows when values are out of range. Arrow keys walk through it.

Save a selection to open it again; share it if colleagues need it.
`,
    ],
    detail_data: [
      "Detail data",
      `
The values of up to 20 probes side by side: each reading, or one row for each 1, 5 or 30 minutes, hour or day.

1. Choose carriers and probes, then the period.
2. Choose the interval and which value a cell shows: the last one, the mean weighted by time, minimum or maximum.
3. **Export** saves all rows of the period, oldest first.

An arrow marks a value beyond its range. Rows without any value are left out. A short interval allows a shorter period.
`,
    ],
    guidance: [
      "Analysis guidance",
      `
What explains the exceptions of a period, and what to do about it.

- Each explanation names its figures, why it is shown, and leads to the exceptions that prove it.
- A rule with too little evidence says nothing.
- **Counts** shows what occurs most: by reason, hour, door, carrier. The line adds the shares up.
- Reasons can be counted only if they are recorded: do so when you [handle an exception](#exception_records).
`,
    ],
    export_tasks: [
      "Export tasks",
      `
An **export task** makes a file on a schedule and sends it: the history of some carriers every Monday, yesterday's exceptions every morning, a report every month.

1. Choose what is exported and in which format; **Schedule…** in any **Export** menu takes the filters of that list along.
2. Choose how often, and the period: yesterday, last week, last month or the last days. It counts back from the day on which the task is due, in the customer's time zone.
3. Name the recipients. A file of up to 10 MB is attached; a larger one is sent as a link that expires after seven days. Without recipients the file is only in your [downloads](/download).

- A task runs with the permissions that its owner has at that time. Whoever saves a task owns it. When the account has ended, the task does not run and says so.
- A click on a task shows its runs: what each came to, its file, and to whom it was sent.
- Runs that were missed while the server was down are made up for, seven at most.
- If a run fails, its owner is told by mail.
`,
    ],
    reports: [
      "Reports",
      `
A report turns the data of a period into a PDF that can be signed, kept and checked.

1. **New report**: choose type, carriers, range, contents and language. The form says how big it becomes.
2. It is made in the background. Open it to see its figures, and what was left out and why.
3. **Sign as maker**, then somebody else **reviews** and **approves**, or **rejects** with a reason. A rejected report is made again as the next version.

## Is this file genuine?
- Every page has a QR code. It opens a page, without a login, that says what the document is and who signed it.
- Drop the file there: it is compared on your own device. A single changed byte shows.
- PDF readers check the digital signature of this installation as well.
- The data is attached to the PDF as a CSV file.

> After each signature the file is printed again. Earlier files stay known.

## Templates
- The tab **Templates** keeps type, carriers or places, contents, languages, signatures wanted, and a period such as last week.
- **Make report** in a row makes the report of that period and opens it. A place stands for all carriers below it at that time.
- With a review among the **signatures wanted**, nobody can approve before it.
- A report on **lots** shows where they were, whether they may be used with the arithmetic, and the decisions with their signatures.
`,
    ],
    archives: [
      "Archives",
      `
Each month becomes one signed file: all readings, exceptions with what was done about them, record sheets, reports, signatures and the audit trail, as CSV and JSON. It is made two days after the month ends, in the customer's time zone.

1. **Archive a month**: makes one at once. The list shows how far it is.
2. Open it for its size, its SHA-256, and how many readings arrived afterwards. **Archive again** makes the next version; earlier ones stay.
3. **Verify** checks every sum, the signature and the chain of the audit trail, and names what is wrong.

## Giving it to somebody without an account
- **Create a link**, valid for 1, 7 or 30 days, and copy it. Whoever has it can download this one archive.
- Each opening is in the [system log](#system_log). End a link when it is no longer needed.

## Without this installation
- README.txt in the archive says how to verify it with common programs.
- **npm run backup:verify** needs no database. With the files of several months it also notices an exchanged one.

> How long the files are kept is a [system parameter](#parameters). Their hashes are kept for good.
`,
    ],
    structure: [
      "Organisation structure",
      `
The tree of your organisation: sites, buildings, departments, rooms. Where something stands decides who sees it.

- **Structure unit**: a building, department or room.
- **Floor plan**: a picture on which carriers are placed. Nothing stands below it.
- **Map node**: a place on the map.

Add with the buttons at the right. Move by dragging, or with Ctrl+X and Ctrl+V. What moves takes its carriers and devices along, and others may see them then.

A node that holds anything cannot be deleted: move its contents first.
`,
    ],
    floor_plans: [
      "Floor plans",
      `
A floor plan shows live values where the carriers stand.

1. Make a floor-plan node under [organisation structure](#structure) and upload a picture (JPG or PNG).
2. Open the editor and drag carriers from the list to their places. The arrow keys move a chosen one exactly.
3. Save. What you did can be undone until then.

In the live view a carrier has the colour of its state; click it for its values.
`,
    ],
    ranges: [
      "Monitoring ranges",
      `
A range says which values are allowed, as 2 to 8 °C for vaccines. Carriers are bound to it; outside of it an exception begins.

1. Start from a **preset** of a standard, or enter the limits yourself. At least one of the two.
2. Apply it to carriers. A carrier has one range for each measure: the new one takes the old one’s place.

A change of limits counts from the next reading on, for all carriers that use it. The form says how many. A range in use cannot be deleted.
`,
    ],
    contacts: [
      "Contacts",
      `
The people who are notified of alarms. They need no account.

- A **group** is notified together, as “pharmacy, at night”. Notification plans name groups.
- The **level** gives the order: level 1 first. A plan can notify **who is on duty** by the group's [on-call rota](#duty_rota) instead.
- Channels are e-mail, SMS, voice call and push notification. A pop-up needs no contact: logged-in users see it. Only channels that your installation has configured deliver; the [notice log](#notice_log) shows what failed and why.
- **Push notifications** are for contacts imported from a user, who turns them on in the profile.
- Quiet hours defer messages until they end.

## PIN and replies
With a **PIN** of 4 to 8 digits a contact acknowledges without the console:

- SMS: reply as the message says, for example \`OK 7K 4711\`: the code in the message, then the PIN. Order, capital letters and the word PIN do not matter.
- Voice call: press 1, then the PIN and the hash key.

Five wrong PINs lock it for 15 minutes. Nobody can read a PIN, and the [system log](#system_log) says when it was changed. Replies need a gateway that passes them on: see [notice channels](#notice_channels).

**Take over from users** turns accounts into contacts. Test a new contact before you rely on it.
`,
    ],
    duty_rota: [
      "On-call rota",
      `
Who of a contact group is on duty when. An [alarm trigger](#alarm_triggers) can notify **On duty** instead of a level: who that is, is decided when each message is sent, repeats and escalations too.

- **Shifts** repeat every week. One over midnight ends on the next day. The substitute serves while the contact is absent.
- **Holidays** replace the shifts from midnight to midnight.
- {critical|Nobody} At these hours alarms go to the whole group, and the [notice log](#notice_log) says so. Gaps of the next four weeks are named before you save.

Clock changes are taken care of: one shift ends where the next begins.
`,
    ],
    record_sheets: [
      "Record sheets",
      `
The paper form on every vaccine fridge, filled in by the system: one sheet for each carrier and month, one row a day. [Collected records](/arch/temprecord) lists them.

With the presets of GSP, values go on record every 2 minutes while out of range. An open sheet updates by itself.

## Record times
A **record point** is a carrier whose values go on record: at up to seven times a day, or at an interval. Presets: vaccine (twice a day, at least 6 hours apart), GSP storage (every 30 minutes), GSP transport (every 5). At each time the reading nearest to it within the tolerance counts, by the time of measurement. What arrives late fills the sheet as long as it is open.

## Filling in
- A **missed** value can be entered by hand with a reason. It stays marked as entered by hand.
- A **collected** value cannot be changed, only commented.
- A missed value that nobody knows is explained by a comment.

## Approval
1. When the month is over, **submit**: you sign that the sheet is complete. From then on its values are frozen.
2. Somebody else **approves** it, or **rejects** it with a reason. Several sheets can be approved at once from the list.
3. **Correct** opens the next version. The old one and its signatures stay readable.

“Newer data exist” means that readings came too late for a signed or entered value. Beside each signature stands whether the sheet is still as it was signed.

**Print** gives the form on paper, a page for each probe.
`,
    ],
    printing: [
      "Printing",
      `
[Printing](/arch/printer) has the printers of your house, what they print by themselves, and every job.

## Set up a printer
1. Under **Printers**, add a **network printer for sheets** (IPP, nearly every office printer) or a **label or ticket printer** (ESC/POS on port 9100).
2. Press **Print test page**. If every character and the code can be read, it is set up well.

## Print
- **Print label** is in the lists of carriers, devices and lots for the selected rows, and in their windows. A transport prints its slip.
- A **print group** prints by itself: choose carriers, contents, printers and times. **Preview and print** shows the paper first.

## If something does not print
- A printer that is away, out of paper or open is tried again for about four hours; the job says why it waits.
- **Unclear** means that it was sent and nobody knows whether it is on paper. Look at the printer, then choose **It is printed** or **Print again**. Nothing is printed twice by itself.
`,
    ],
    carriers: [
      "Carriers",
      `
Incubators, fridges, vehicles, cold stores, warehouses and stores have a list each.

1. **New**: name, place, use. Storage and transport are recorded differently often.
2. Choose a range and an alarm trigger, or make both in the same form.
3. Once it is saved, **Register its sensor** leads on: the sensor is mounted as it is created. Until then nothing is watched.

## Status
- **Running**: alarms are raised.
- **Defrosting**: alarms above the maximum are held back, for 60 minutes unless you say otherwise; it ends by itself.
- **Spare**, **obsolete**, **to be repaired**: no alarms at all.

Tick several to change them together. If one may not be changed, none is, and it is named.
`,
    ],
    carrier_detail: [
      "Everything about one carrier",
      `
The tabs show its values, devices, ranges, exceptions, documents and who changed what.

- Under **devices** you mount and take down sensors. Replacing one keeps the history whole: what was before stays with the old sensor.
- **Record times** are the times of day at which values go on record, at most 7.
- Keep manuals and acceptance reports under **documents**.
`,
    ],
    setup_wizard: [
      "Setup wizard",
      `
From the box to the first reading in four steps. You can stop and go on later.

1. **Connect devices**: through a gateway, or directly. The console shows address and token; the token is shown once.
2. **Carrier**: what the sensor stands in.
3. **Index**: the range.
4. **Device**: bind the sensor. The wizard waits for its first reading and says when it has come.

Nothing comes? Check that the device is powered, has the right address and token, and that its clock is right: readings more than 10 minutes in the future are refused.
`,
    ],
    devices: [
      "Devices",
      `
Sensors, gateways, displays, relays, smart bases, gas detectors and door magnets have a list each.

- {normal|Online} heard within its report interval times the tolerance.
- {offline|Offline} silent for longer. A silent gateway makes one exception, not one for each sensor behind it.
- Not yet heard: **unknown**.

## One device
**Mount on** in the form of a new sensor, gas detector or door magnet puts it on its carrier at once. Without a name it is called by its serial number.

## Many at once
Download the template, fill it in, import it. Every row is checked first; if one is wrong, nothing is written and all faults are listed.

**Scan several** takes the codes on the labels one after another, by camera or USB scanner, and registers all of them together.

## Calibration
The list shows when a certificate ends, 30 days ahead. A device in use is deactivated before it is deleted.
`,
    ],
    unknown_devices: [
      "Unknown devices",
      `
A device that sends with a valid token of yours and is not registered yet. Nothing it sends is lost: the last 1,000 readings of each of 200 devices are kept, 32 MB in all; the oldest make room first.

1. Press **Register**: the form opens with address, kind and type filled in. Check them and press **Create**. The arrow beside it offers the other kinds.
2. Within seconds its kept readings are in the history, at the times they were measured. What was out of range is judged as late data.
3. Positions of a tracker wait until it is on a carrier that keeps GPS positions. Until then, and while a reading was refused, the device stays on this list with the reason.

Several of one customer: tick them and press **Register** above the list. Each becomes what it most probably is.

Not yours? Delete it. It comes back if it sends again: then replace the token that it uses.
`,
    ],
    secondments: [
      "Secondments",
      `
Lend a device to another customer, or pass it on for good, in [Secondments](/sys/deviceTransfer).

1. Press **Second a device**, choose the device and enter the exact code of the other customer.
2. **Loan**: it begins now or at a time, and ends at a date or when you revoke it. **Transfer for good**: it begins when the other customer confirms it.
3. The device leaves your carriers. The borrower finds it in stock, marked as borrowed, and mounts it.

- What it measured before stays yours. What it measures meanwhile belongs to the borrower alone, also if it arrives late.
- **Revoke** takes the device back, **Give back** returns it. Either side needs a reason, and both have it in their log.
- While it is lent, only the borrower mounts it and sends it commands. Serial number, MAC and type stay as they are.
- The borrower of a gateway gives it a token of their own.
- A device that is seconded cannot be seconded again. Only current secondments have details.
`,
    ],
    device_detail: [
      "One device",
      `
State, latest values, configuration, connection and mounting of one device.

- A **configuration** goes through its gateway: waiting, configuring, configured, or failed. A failed one can be sent again.
- **Connection and traffic** shows when it was heard and when not: a pattern each night often means a power cut.
- **Properties** are the raw values that it sent, for support.
- **Replace** puts another device in its place from one instant on.
- **New ingest token** lets a sensor, gas detector or door magnet send by itself, as a ThingsBoard client does. The token is good for this device alone and is shown once.

## Fields
Under **Fields** of a device are those of its last messages that are not read. **Read as…** says what a field is: a measure with its unit, a factor and an offset (value × factor + offset), and the probe if there are several; or nothing. **Try** shows what the last messages would give. Saved, it applies to all your devices of that type from then on.
`,
    ],
    profile: [
      "Your profile",
      `
Name, picture, language, password, signature, and what protects your account.

- Changing the password ends all your sessions; log in again.
- The **second factor** asks for a code of your telephone as well. Keep the backup codes elsewhere.
- The **login QR code** logs you in on another device.
- **Push notifications** show alarms on this device when the console is closed or you are logged out, with a button that acknowledges.
- An account may be logged in on several devices at once (parameter **Sessions at once**). One login more ends the oldest. If you were logged out for that reason without having logged in elsewhere, change the password.
- **Forgot password?** on the login page sends a link by mail, if the installation sends mail and your account has an address. It works once, for half an hour, and ends all your sessions. Otherwise ask your administrator for a one-time password.
`,
    ],
    users: [
      "Users",
      `
One account for each person: the log then says who did what.

1. Create the account with a role. The role says what; the place says where.
2. Give the one-time password to the person. It is shown once and must be changed at the first login.

- **Reset password** makes a new one-time password.
- **Cancel** ends the sessions at once and keeps the history. Activating brings back exactly what was switched off.
- You can only give what you hold yourself.
`,
    ],
    roles: [
      "Roles",
      `
A role is a set of rights. Tick what its holders may do: look, create, edit, delete.

- Editing brings looking along.
- Roles of customer users need a place in the organisation, roles of agents a customer.
- Taking a right away counts at once, for all holders.
- The default role stays. Deleting another one deletes its users too, after a question.

A new role can be filled **from a template** (nurse, pharmacist, technician …). Begin with little and add what is missed.
`,
    ],
    api_keys: [
      "API keys",
      `
A key lets another system read or write for your customer. It stands for no person, so it cannot sign, acknowledge or make further keys.

1. Give it a name that says who uses it, and only the rights that are needed.
2. Copy it now: it is shown once and kept as a hash.
3. Revoke it when it is no longer needed. It ends at once.

All calls are described in GET /service/openapi.json.
`,
    ],
    customers: [
      "Customers",
      `
Each customer has a tree, roles, users, carriers and devices of its own. Nobody sees those of another.

- The **time zone** cuts days and decides when calendars and quiet hours apply.
- The **unit of temperature**, °C or °F, is how its people read and type temperatures, everywhere and in all messages and documents. Stored values and interfaces stay in °C. Its own administrator can choose it in the customer's details.
- **Quota** bounds the number of devices, **retention** how long data is kept.
- **Cancel** switches off its roles, users and monitoring; activating restores exactly that.
- Deleting takes everything with it, after a question that counts it.
`,
    ],
    parameters: [
      "Parameters",
      `
Settings of the whole installation; some can be set for each customer.

- The list shows what differs from the default. Setting back is one button in the form.
- Retention decides how many days of readings and logs are kept. What is deleted does not come back.
- Intervals and the tolerance decide when a device counts as offline. Too tight, and a weak radio link calls people at night.
`,
    ],
    reference_lists: [
      "Units, carrier types and device types",
      `
Lists that forms choose from.

- What ships with the product stays. Switch off what you do not use: it is no longer offered, and what has it keeps it.
- A **carrier type** of your own is based on one of the seven kinds.
- A **device type** says what a model measures and how often it reports.
- A **unit** belongs to one measure.
`,
    ],
    forwarding: [
      "Forwarding",
      `
Sends readings and exceptions on to another platform, by MQTT, HTTP or TCP.

1. Enter address and credentials, and press **test**: it sends one message and shows the answer.
2. Choose what is sent, then enable it.

- Nothing is lost while the other side is away: it waits and is sent in order.
- The window of the platform shows the connection, what waits, and the last error. From there what waits can be sent again or skipped.
`,
    ],
    menu_resources: [
      "Menu resources",
      `
The menu as all accounts see it. Only Root gets here.

- Drag rows, or press the arrow keys on a handle, to sort.
- **Hidden** takes an entry out of the menu; its page keeps its address. **Enabled** off does so for everybody.
- An entry of your own leads to a page of the console or to an https address.

The menu decides what is shown, not what is allowed: that is the role’s business.
`,
    ],
    online_help: [
      "Writing this help",
      `
Chapters stand on the left, their topics on the right. Sort both by their handles, with the mouse or the arrow keys.

- A topic explains screens: the **?** on them opens it. Who may open none of them does not see the topic.
- Write it in one language or more. Where one is missing, readers get the Chinese text, else the English, and are told so.
- Markdown makes headings, lists, notes and links. HTML is shown as it is written, and does nothing.
- What you change in a shipped topic stays yours: a new release does not overwrite it.

Disable a topic to keep it from readers. Own topics can be deleted once they are disabled.
`,
    ],
    notice_log: [
      "Notice log",
      `
Every attempt to notify somebody: by e-mail, SMS, voice call, push notification or pop-up, to whom, when, and whether it was delivered.

- {normal|Sent} The mail server, gateway or push service accepted it.
- {normal|Received} A reply by SMS or phone that acknowledged an alarm.
- {critical|Failed} The reason is beside it: channel not configured, wrong number, wrong PIN of a reply.

Messages to who is on duty say how the recipient was found: **On duty**, or the whole group because nobody was. Nobody was notified? Look here first, then at the plan of the [alarm trigger](#alarm_triggers), its hours, silences and quiet hours.
`,
    ],
    notice_channels: [
      "Notice channels",
      `
Whether e-mail, SMS, voice call, push notification and pop-up work: the last delivery, the last failure with its reason, what waits, and how long messages take.

- {normal|Working} Messages are delivered.
- {warning|Not configured} Nothing is sent. The operator of the installation sets the channel up.
- {critical|Failing} For a minute or more every attempt has failed. Those who keep the channels are told by the others, and the first delivery ends it.

**Send a test** sends a real message to you or to a contact and shows the result. Push notifications are tested on the device that receives them, in the [profile](#profile). A bar over every page names channels that alarm triggers rely on and that do not work.

**Replies by SMS and phone** lists the gateways that pass on what contacts answer, for those who may manage them. Enter address and secret at the gateway: the secret is shown only once. After a new one the old one works for another 24 hours. To acknowledge, a [contact](#contacts) needs a PIN.
`,
    ],
    system_log: [
      "System log",
      `
Who changed what, when, from where, with the values before and after.

- Filter by person, module or time. The record of one carrier or device opens from its own page.
- The rows of a customer form a chain. **Verify** walks it and names the first row that was changed or removed.
- Nothing here can be deleted by hand.
- Once a day the signed ends of the chains go to the log of the server and to the address in **Keeper of the audit chains** of the [system parameters](#parameters). Keep these mails: only they show that a whole chain was set back.
`,
    ],
    alarm_switch_log: [
      "Alarm switch log",
      `
Every switching of an alarm: on, off or paused until when, by whom, and why. The end of a pause is recorded by the system.

An inspector asks: who knew that this fridge was not watched last night? Here is the answer. Filter by carrier or time, and export the list.
`,
    ],
  },
};
